import { CircleCheck } from 'lucide-react';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import type { LectureProgress } from '#contract/progress.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';

interface DoneToggleProps {
  lecture: Lecture;
  onProgress: (lectureId: string, progress: LectureProgress) => void;
}

/** Marks a lecture as watched, or not watched. */
export const DoneToggle = ({ lecture, onProgress }: DoneToggleProps) => {
  const isDone = lecture.progress?.isDone === true;
  const action = useAction({
    run: (isDone: boolean) =>
      call('PUT /lectures/:lectureId/done', { params: { lectureId: lecture._id }, body: { isDone } }),
    sentences: { error: messages.lectures.broken },
    onSuccess: ({ progress }) => onProgress(lecture._id, progress),
  });
  return (
    <Button
      tone="quiet"
      className="max-md:px-3"
      aria-pressed={isDone}
      isBusy={action.isBusy}
      onClick={() => void action.start(!isDone)}
    >
      <CircleCheck size={20} className={isDone ? 'text-success' : ''} aria-hidden="true" />
      <span className="max-md:sr-only">{isDone ? 'Watched' : 'Mark as watched'}</span>
    </Button>
  );
};
