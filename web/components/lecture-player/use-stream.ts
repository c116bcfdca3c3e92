import { useCallback, useEffect, useRef, useState } from 'react';

interface StreamOptions {
  video: HTMLVideoElement | null;
  /** The address that the lecture begins with; later ones come from `renewAddress`. */
  address: string;
  renewAddress: () => Promise<string>;
  startsPlaying: boolean;
}

/** What the person wants of the video. Kept apart from it, because an error makes the video forget. */
interface Wish {
  isPlaying: boolean;
  seconds: number;
}

interface StreamEvents {
  wish: Wish;
  onProgress: () => void;
  onError: () => void;
}

/** Opens an address at the wished place; the returned function ends the stream and frees its connection. */
const openStream = (video: HTMLVideoElement, address: string, { wish, onProgress, onError }: StreamEvents) => {
  const listening = new AbortController();
  const startSeconds = wish.seconds;
  const listeners = {
    loadedmetadata: () => {
      if (wish.seconds > 0) video.currentTime = wish.seconds;
      // Browsers may refuse to start before a click; the play button stays then.
      if (wish.isPlaying) video.play().catch(() => undefined);
    },
    play: () => {
      wish.isPlaying = true;
    },
    pause: () => {
      if (!video.error) wish.isPlaying = false;
    },
    timeupdate: () => {
      if (video.error || video.seeking || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      wish.seconds = video.currentTime;
      if (wish.seconds > startSeconds + 1) onProgress();
    },
    error: onError,
  };
  for (const [name, listener] of Object.entries(listeners)) {
    video.addEventListener(name, listener, { signal: listening.signal });
  }
  video.src = address;
  return () => {
    listening.abort();
    video.pause();
    video.removeAttribute('src');
    video.load();
  };
};

/**
 * Gives the video its address and takes it away again, so that no stream outlives its lecture.
 * Addresses are short-lived: when one stops working, a fresh one is fetched once and playing goes on at the same place,
 * with the same speed. A second failure before anything was played is told to the person.
 */
export const useStream = ({ video, address, renewAddress, startsPlaying }: StreamOptions) => {
  const [source, setSource] = useState({ address, opened: 1 });
  const [status, setStatus] = useState<'open' | 'renewing' | 'failed'>('open');
  const wish = useRef<Wish>({ seconds: 0, isPlaying: startsPlaying });
  const mayRenew = useRef(true);
  const latestRenewAddress = useRef(renewAddress);
  useEffect(() => {
    latestRenewAddress.current = renewAddress;
  }, [renewAddress]);

  const renew = useCallback(async () => {
    mayRenew.current = false;
    setStatus('renewing');
    try {
      const fresh = await latestRenewAddress.current();
      setSource(({ opened }) => ({ address: fresh, opened: opened + 1 }));
      setStatus('open');
    } catch {
      setStatus('failed');
    }
  }, []);

  useEffect(() => {
    if (!video) return undefined;
    return openStream(video, source.address, {
      wish: wish.current,
      onProgress: () => {
        mayRenew.current = true;
      },
      onError: () => {
        if (mayRenew.current) void renew();
        else setStatus('failed');
      },
    });
  }, [video, source, renew]);

  /** Called on each jump: its target counts, even when the stream breaks before it is reached. */
  const rememberSeek = useCallback((seconds: number) => {
    wish.current.seconds = seconds;
  }, []);

  return { status, retry: renew, rememberSeek };
};
