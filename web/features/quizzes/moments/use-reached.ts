import { useEffect, useEffectEvent, useState } from 'react';
import type { QuestionAtMoment } from '#contract/classroom/quiz-fields.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';

/** Calls with the seconds that were played, from and to; what is jumped over is not played. */
const useStretches = (video: HTMLVideoElement | undefined, onPlayed: (from: number, to: number) => void): void => {
  const notePlayed = useEffectEvent(onPlayed);
  useEffect(() => {
    if (!video) return undefined;
    let last: number | undefined = video.currentTime;
    const stopping = new AbortController();
    const { signal } = stopping;
    const jump = (): void => {
      last = undefined;
    };
    const move = (): void => {
      if (video.seeking) return;
      const from = last;
      last = video.currentTime;
      if (from !== undefined && !video.paused) notePlayed(from, last);
    };
    for (const name of ['seeking', 'emptied']) video.addEventListener(name, jump, { signal });
    for (const name of ['seeked', 'timeupdate']) video.addEventListener(name, move, { signal });
    return () => stopping.abort();
  }, [video]);
};

interface Reaching {
  player: PlayerHandle | null;
  /** Those that are still to be answered. */
  moments: readonly QuestionAtMoment[];
  /** The video may continue without an answer. */
  canLeave: (moment: QuestionAtMoment) => boolean;
}

/** Pauses the video where a question appears. Playing or jumping on leaves it. */
export const useReached = ({ player, moments, canLeave }: Reaching) => {
  const [reached, setReached] = useState<QuestionAtMoment>();
  const video = player?.video;
  useStretches(video, (from, to) => {
    const moment = moments.find(({ atMs }) => from <= atMs / 1000 && atMs / 1000 < to);
    if (!moment || reached) return;
    player?.actions.pause();
    player?.actions.leaveFullscreen();
    setReached(moment);
  });
  const leave = useEffectEvent((isJump: boolean) => {
    if (!reached) return;
    if (isJump || canLeave(reached)) setReached(undefined);
    else player?.actions.pause();
  });
  useEffect(() => {
    if (!video) return undefined;
    const stopping = new AbortController();
    video.addEventListener('play', () => leave(false), { signal: stopping.signal });
    video.addEventListener('seeking', () => leave(true), { signal: stopping.signal });
    return () => stopping.abort();
  }, [video]);
  return reached;
};
