import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { type ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { LectureProgress } from '#contract/classroom/progress.ts';
import type { lecturesQuery } from '#web/api/lecture-queries.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { useMoment } from '#web/features/quizzes/quiz-links.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { usePlaybackTracking, useProgressReporter } from '#web/features/classroom/progress/track-playback.ts';
import { markedAs, withProgress } from '#web/features/classroom/progress/progress-queue.ts';

/** Another device of the same account started to play. This device can take over again. */
const isDisplaced = ({ code }: ApiError): boolean => code === 'session_displaced';

const useDisplacement = (reload: () => Promise<unknown>) => {
  const { t } = useLingui();
  const [reason, setReason] = useState<string>();
  const watchHere = async () => {
    try {
      await call('POST /playback/session');
      await reload();
      setReason(undefined);
    } catch (error) {
      toast.error(errorMessage(error, messages.lectures.broken));
    }
  };
  const interruption =
    reason === undefined ? undefined : { reason, action: t`Watch here`, resume: () => void watchHere() };
  return { interruption, interrupt: (error: ApiError) => setReason(errorMessage(error, messages.lectures.broken)) };
};

/** A little before the position, as on the server; near the start, the start. */
const resumeSeconds = (positionMs: number): number => (positionMs < 10_000 ? 0 : (positionMs - 3000) / 1000);

/** Connects the player to the server: renewed addresses, progress reports, and whether this device may play. */
export const usePlayback = (lecture: Lecture, query: ReturnType<typeof lecturesQuery>) => {
  const queryClient = useQueryClient();
  const userId = useSession()?.user._id ?? '';
  const [player, setPlayer] = useState<PlayerHandle | null>(null);
  const reload = useCallback(() => queryClient.fetchQuery(query), [queryClient, query]);
  const { interruption, interrupt } = useDisplacement(reload);
  const { queryKey } = query;

  const onProgress = (lectureId: string, progress: LectureProgress) => {
    const before = queryClient.getQueryData(queryKey)?.lectures ?? [];
    const wasDone = before.find(({ _id }) => _id === lectureId)?.progress?.isDone === true;
    queryClient.setQueryData(queryKey, (known) => known && withProgress(known, lectureId, progress));
    // A quiz knows whether the minute that explains a question was watched.
    void invalidate(queryClient, ['quizzes']);
    if (progress.isDone && !wasDone && before.some(({ lockedBy }) => lockedBy?.kind === 'previous'))
      void queryClient.invalidateQueries({ queryKey });
  };
  const onRefused = (error: ApiError) => {
    if (isDisplaced(error)) interrupt(error);
    else void queryClient.invalidateQueries({ queryKey });
  };
  const reporter = useProgressReporter(userId, { onProgress, onRefused });
  const watching = usePlaybackTracking({
    video: player?.video,
    lectureId: lecture._id,
    positionMs: lecture.progress?.positionMs ?? 0,
    reporter,
  });

  const reloadLecture = async (): Promise<Lecture> => {
    const { lectures } = await reload();
    const fresh = lectures.find(({ _id }) => _id === lecture._id);
    if (!fresh) throw new Error('The course has this lecture no longer');
    return fresh;
  };

  const renewLecture = async (): Promise<Lecture> => {
    // The response to a report shows whether this device may still play; a refusal interrupts the player first.
    watching.current?.report();
    await reporter.flush();
    const fresh = await reloadLecture();
    if (!fresh.isPlayable) throw new Error('This lecture is no longer available');
    return fresh;
  };

  /** Rejects when the server refuses. Without a connection it counts at once, and is sent later. */
  const mark = async (isDone: boolean): Promise<void> => {
    const delivery = await reporter.mark(lecture._id, isDone);
    if (delivery === 'pending') onProgress(lecture._id, markedAs(isDone, lecture.progress));
  };

  const unsentMs = reporter.positionMsOf(lecture._id);
  const lastSeconds = unsentMs === undefined ? (lecture.progress?.resumeAtMs ?? 0) / 1000 : resumeSeconds(unsentMs);
  const startSeconds = useMoment() ?? lastSeconds;
  const ofStage = { onReady: setPlayer, renewLecture, startSeconds, interruption, reporter, reload: reloadLecture };
  return { player, ofStage, reloadLecture, mark };
};
