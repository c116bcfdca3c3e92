import { CircleCheck } from 'lucide-react';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';

interface DoneToggleProps {
  lecture: Lecture;
  /** Rejects when it is refused. */
  onMark: (isDone: boolean) => Promise<void>;
}

/** Marks a lecture as watched, or not watched. */
export const DoneToggle = ({ lecture, onMark }: DoneToggleProps) => {
  const isDone = lecture.progress?.isDone === true;
  const action = useAction({
    run: onMark,
    messages: {
      success: isDone ? messages.progress.undone : messages.progress.done,
      error: messages.lectures.broken,
    },
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
      <span className="max-md:group-has-[>.btn-primary]/actions:sr-only">{isDone ? 'Watched' : 'Mark as watched'}</span>
    </Button>
  );
};
