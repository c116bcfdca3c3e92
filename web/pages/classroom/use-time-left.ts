import { useEffect, useState } from 'react';
import { formatLength } from '#web/components/format.ts';

/** What is left to play in whole minutes, then in steps of ten seconds, so that rows change seldom. */
const rounded = (seconds: number): number =>
  seconds >= 60 ? Math.ceil(seconds / 60) * 60 : Math.ceil(seconds / 10) * 10;

const read = (video: HTMLVideoElement): string | undefined => {
  const { duration, currentTime, paused, ended } = video;
  if (!Number.isFinite(duration) || ended) return undefined;
  const left = `${formatLength(rounded(duration - currentTime) * 1000)} left`;
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
