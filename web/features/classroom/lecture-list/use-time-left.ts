import { useEffect, useState } from 'react';
import type { Lecture } from '#contract/lectures.ts';
import { leftToPlay } from './time-left.ts';

type State = Pick<HTMLVideoElement, 'duration' | 'currentTime' | 'paused' | 'ended'>;

const NOT_LOADED: State = { duration: Number.NaN, currentTime: 0, paused: true, ended: false };

const read = (video: State, lengthSeconds: number): string | undefined => {
  const { currentTime, paused, ended } = video;
  const duration = Number.isFinite(video.duration) ? video.duration : lengthSeconds;
  if (!Number.isFinite(duration) || ended) return undefined;
  const left = leftToPlay(duration, currentTime);
  return paused ? left : `Playing · ${left}`;
};

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'loadedmetadata', 'emptied'] as const;

/**
 * As in "Playing · 9 min left"; undefined where there is nothing to play. Until the video is loaded its known length counts.
 */
export const useTimeLeft = (
  video: HTMLVideoElement | undefined,
  { durationMs, isPlayable }: Pick<Lecture, 'durationMs' | 'isPlayable'>,
): string | undefined => {
  const lengthSeconds = durationMs === null || !isPlayable ? Number.NaN : durationMs / 1000;
  const [left, setLeft] = useState(() => read(NOT_LOADED, lengthSeconds));
  useEffect(() => {
    if (!video) return undefined;
    const update = () => setLeft(read(video, lengthSeconds));
    update();
    for (const name of EVENTS) video.addEventListener(name, update);
    return () => {
      for (const name of EVENTS) video.removeEventListener(name, update);
    };
  }, [video, lengthSeconds]);
  return left;
};
