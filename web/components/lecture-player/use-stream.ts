import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Opening, openStream, type Wish, type WishKeeper } from '#web/components/lecture-player/open-stream.ts';
import type { PlayerSource, Quality } from '#web/components/lecture-player/player-source.ts';

interface StreamOptions {
  video: HTMLVideoElement | null;
  /** What the lecture begins with; later ones come from `renewSource`. */
  source: PlayerSource;
  renewSource: () => Promise<PlayerSource>;
  startsPlaying: boolean;
  startSeconds: number;
  /** Nothing is loaded while this holds; the place is kept. */
  isHeld: boolean;
}

/** What can be chosen, what is, and what plays. */
export interface QualityState {
  heights: readonly number[];
  chosen: Quality;
  playing: number | null;
  hasLadder: boolean;
}

interface Shown {
  heights: readonly number[];
  playing: number | null;
}

/** `unreachable`: no fresh address could be fetched; it is tried again by itself. `failed`: it would not help. */
type StreamStatus = 'open' | 'renewing' | 'unreachable' | 'failed';

/** Not every device says when it is online again. */
const REACH_AGAIN_MS = 5000;

const nothingShown: Shown = { heights: [], playing: null };

/** The addresses in use: each renewal is another object, so that the same address is opened again too. */
const useSource = (first: PlayerSource, renewSource: () => Promise<PlayerSource>) => {
  const [source, setSource] = useState(first);
  const [status, setStatus] = useState<StreamStatus>('open');
  const latestRenew = useRef(renewSource);
  useEffect(() => {
    latestRenew.current = renewSource;
  }, [renewSource]);
  const renew = useCallback(async (isQuiet: boolean) => {
    if (!isQuiet) setStatus('renewing');
    try {
      const fresh = await latestRenew.current();
      setSource({ ...fresh });
      setStatus('open');
    } catch {
      setStatus('unreachable');
    }
  }, []);
  const fail = useCallback(() => setStatus('failed'), []);
  return { source, status, renew, fail };
};

/** Calls back when a lost line may be back. */
const useReach = (isLost: boolean, reach: () => void): void => {
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setInterval(reach, REACH_AGAIN_MS);
    window.addEventListener('online', reach);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', reach);
    };
  }, [isLost, reach]);
};

/**
 * Gives the video its address and takes it away again, so that no stream outlives its lecture.
 * Addresses are short-lived: when one stops working, a fresh one is fetched once and playing goes on at the same place,
 * with the same speed. A ladder that fails again gives way to the one file; when that fails too, the person is told.
 */
export const useStream = ({ video, renewSource, startsPlaying, startSeconds, isHeld, ...given }: StreamOptions) => {
  const { source, status, renew, fail } = useSource(given.source, renewSource);
  const [chosen, setChosen] = useState<Quality>('auto');
  const [isLadderBroken, setLadderBroken] = useState(false);
  const [shown, setShown] = useState(nothingShown);
  const wish = useRef<Wish>({ seconds: startSeconds, isPlaying: startsPlaying });
  const mayRenew = useRef(true);
  const opening = useRef<Opening>(undefined);
  const wanted = useRef(chosen);

  const renewOnce = useCallback(
    (isQuiet: boolean) => {
      mayRenew.current = false;
      return renew(isQuiet);
    },
    [renew],
  );
  const retry = useCallback(() => renewOnce(false), [renewOnce]);
  const reach = useCallback(() => void renewOnce(true), [renewOnce]);
  useReach(status === 'unreachable' && !isHeld, reach);
  const ladder = chosen === 'original' || isLadderBroken ? null : source.hls;

  useEffect(() => {
    if (!video || isHeld) return undefined;
    const stream = openStream({
      video,
      source: { file: source.address, ladder },
      quality: wanted.current,
      wish: wish.current,
      onHeights: (heights) => setShown((before) => ({ ...before, heights })),
      onHeight: (playing) => setShown((before) => ({ ...before, playing })),
      onProgress: () => {
        mayRenew.current = true;
      },
      onFailure: (reason) => {
        if (reason === 'refused' && mayRenew.current) void retry();
        else if (ladder !== null) setLadderBroken(true);
        else fail();
      },
    });
    opening.current = stream;
    return () => {
      stream.end();
      opening.current = undefined;
    };
  }, [video, isHeld, source, ladder, retry, fail]);

  const choose = useCallback((quality: Quality) => {
    wanted.current = quality;
    setChosen(quality);
    if (quality === 'original') setShown((before) => ({ ...before, playing: null }));
    opening.current?.choose(quality);
  }, []);

  const wishKeeper = useMemo(
    (): WishKeeper => ({
      seconds: () => wish.current.seconds,
      remember: (wished) => void Object.assign(wish.current, wished),
    }),
    [],
  );

  const hasLadder = source.hls !== null && !isLadderBroken;
  const quality: QualityState = { ...shown, chosen, hasLadder };
  return { source, status, retry, wish: wishKeeper, quality, choose };
};
