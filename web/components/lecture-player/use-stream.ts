import { useCallback, useEffect, useRef, useState } from 'react';

interface StreamOptions {
  video: HTMLVideoElement | null;
  /** The address that the lecture begins with; later ones come from `renewAddress`. */
  address: string;
  renewAddress: () => Promise<string>;
  startsPlaying: boolean;
}

interface Place {
  seconds: number;
  isPlaying: boolean;
}

interface StreamEvents {
  onMetadata: () => void;
  onProgress: () => void;
  onError: () => void;
}

/** Opens an address; the returned function ends the stream and frees its connection. */
const openStream = (video: HTMLVideoElement, address: string, { onMetadata, onProgress, onError }: StreamEvents) => {
  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener('loadedmetadata', onMetadata, { signal });
  video.addEventListener('timeupdate', onProgress, { signal });
  video.addEventListener('error', onError, { signal });
  video.src = address;
  return () => {
    listening.abort();
    video.pause();
    video.removeAttribute('src');
    video.load();
  };
};

const goTo = (video: HTMLVideoElement, { seconds, isPlaying }: Place) => {
  if (seconds > 0) video.currentTime = seconds;
  // Browsers may refuse to start before a click; the play button stays then.
  if (isPlaying) video.play().catch(() => undefined);
};

/**
 * Gives the video its address and takes it away again, so that no stream outlives its lecture.
 * Addresses are short-lived: when one stops working, a fresh one is fetched once and playing goes on at the same place,
 * with the same speed. A second failure before anything was played is told to the person.
 */
export const useStream = ({ video, address, renewAddress, startsPlaying }: StreamOptions) => {
  const [source, setSource] = useState({ address, opened: 1 });
  const [status, setStatus] = useState<'open' | 'renewing' | 'failed'>('open');
  const place = useRef<Place>({ seconds: 0, isPlaying: startsPlaying });
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
      onMetadata: () => goTo(video, place.current),
      onProgress: () => {
        if (video.currentTime > place.current.seconds + 1) mayRenew.current = true;
      },
      onError: () => {
        // An address that never opened leaves the video at zero; the place to go back to is the earlier one.
        const hadOpened = video.readyState > HTMLMediaElement.HAVE_NOTHING || video.currentTime > 0;
        if (hadOpened) place.current = { seconds: video.currentTime, isPlaying: !video.paused };
        if (mayRenew.current) void renew();
        else setStatus('failed');
      },
    });
  }, [video, source, renew]);

  return { status, retry: renew };
};
