import { useState } from 'react';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { useAction } from '#web/api/use-action.ts';

interface ProgressNoteProps {
  lecture: Lecture;
  /** Rejects when it is refused. */
  onMark: (isDone: boolean) => Promise<void>;
}

/** From here on somebody who is not done may expect to be. */
const NEAR_END_SHARE = 0.9;

/** Whether somebody reached the end of a lecture without watching enough of it. */
export const wasSkippedThrough = ({ durationMs, progress }: Pick<Lecture, 'durationMs' | 'progress'>): boolean =>
  durationMs !== null && progress !== null && !progress.isDone && progress.positionMs >= durationMs * NEAR_END_SHARE;

/** Why a lecture is not done although its end was reached, and how to take back that it was marked as watched. */
export const ProgressNote = ({ lecture, onMark }: ProgressNoteProps) => {
  const isDone = lecture.progress?.isDone === true;
  const [wasDone, setWasDone] = useState(isDone);
  const undo = useAction({
    run: () => onMark(false),
    messages: { success: messages.progress.undone, error: messages.lectures.broken },
  });
  if (!isDone && wasDone) setWasDone(false);
  const text = (): string | undefined => {
    if (wasSkippedThrough(lecture))
      return `You have watched ${lecture.progress?.watchedPercent ?? 0}% of this lecture. It counts as watched from 90%.`;
    return isDone && !wasDone ? 'This lecture now counts as watched.' : undefined;
  };
  return (
    <output className="classroom-note mt-3 text-sm text-muted empty:hidden">
      {text()}
      {isDone && !wasDone && (
        <button
          type="button"
          className="ms-2 min-h-11 font-medium text-primary underline"
          disabled={undo.isBusy}
          onClick={() => void undo.start(undefined)}
        >
          Undo
        </button>
      )}
    </output>
  );
};
