import { useEffect, useState } from 'react';
import { leftToPlay } from './time-left.ts';

const read = (video: HTMLVideoElement): string | undefined => {
  const { duration, currentTime, paused, ended } = video;
  if (!Number.isFinite(duration) || ended) return undefined;
  const left = leftToPlay(duration, currentTime);
  return paused ? left : `Playing · ${left}`;
};

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'loadedmetadata', 'emptied'] as const;

/** As in "Playing · 9 min left"; undefined while there is nothing to play. */
export const useTimeLeft = (video: HTMLVideoElement | undefined): string | undefined => {
  const [left, setLeft] = useState<string>();
  useEffect(() => {
    if (!video) return undefined;
    const update = () => setLeft(read(video));
    update();
    for (const name of EVENTS) video.addEventListener(name, update);
    return () => {
      for (const name of EVENTS) video.removeEventListener(name, update);
    };
  }, [video]);
  return left;
};
