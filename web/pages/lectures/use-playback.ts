import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Lecture } from '#contract/lectures.ts';
import type { LectureProgress } from '#contract/progress.ts';
import type { ApiError } from '#web/api/api-error.ts';
import type { lecturesQuery } from '#web/api/queries.ts';
import type { PlayerHandle } from '#web/components/lecture-player/lecture-player.tsx';
import type { PlayerSource } from '#web/components/lecture-player/player-source.ts';
import { sourceOf } from '#web/pages/lectures/lecture-source.ts';
import { useProgressReporter, useWatchedVideo } from '#web/pages/lectures/progress/use-progress.ts';
import { withProgress } from '#web/pages/lectures/progress/with-progress.ts';
import { isDisplaced, useHold } from '#web/pages/lectures/use-hold.ts';
import { useSession } from '#web/session/use-session.ts';

/** A little before the place, as the server says it; near the beginning it is the beginning. */
const resumeSeconds = (positionMs: number): number => (positionMs < 10_000 ? 0 : (positionMs - 3000) / 1000);

/** What ties the player to the server: fresh addresses, what is watched, and whether this device may play. */
export const usePlayback = (lecture: Lecture, query: ReturnType<typeof lecturesQuery>) => {
  const queryClient = useQueryClient();
  const userId = useSession()?.user._id ?? '';
  const [player, setPlayer] = useState<PlayerHandle | null>(null);
  const reload = useCallback(() => queryClient.fetchQuery(query), [queryClient, query]);
  const { held, hold } = useHold(reload);
  const { queryKey } = query;

  const onProgress = (lectureId: string, progress: LectureProgress) => {
    queryClient.setQueryData(queryKey, (known) => known && withProgress(known, lectureId, progress));
  };
  const onRefused = (error: ApiError) => {
    if (isDisplaced(error)) hold(error);
    else void queryClient.invalidateQueries({ queryKey });
  };
  const reporter = useProgressReporter(userId, { onProgress, onRefused });
  const watching = useWatchedVideo({
    video: player?.video,
    lectureId: lecture._id,
    positionMs: lecture.progress?.positionMs ?? 0,
    reporter,
  });

  const renewSource = async (): Promise<PlayerSource> => {
    // A report tells whether this device may still play; a refusal holds the player before anything else is tried.
    watching.current?.report();
    await reporter.flush();
    const { lectures } = await reload();
    const fresh = lectures.find(({ _id }) => _id === lecture._id);
    if (!fresh?.isPlayable) throw new Error('The lecture is no longer there to play');
    return sourceOf(fresh);
  };

  const untoldMs = reporter.positionMsOf(lecture._id);
  const startSeconds = untoldMs === undefined ? (lecture.progress?.resumeAtMs ?? 0) / 1000 : resumeSeconds(untoldMs);
  return { player, onReady: setPlayer, renewSource, startSeconds, held, onProgress };
};
