import type { QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

interface SubmitDialogProps extends Pick<QuizAttempt, 'mode'> {
  /** Nothing is checked without a connection. */
  isOnline: boolean;
  /** The places of the questions without an answer; the first is 0. */
  missing: readonly number[];
  /** The places of those that the learner wants to come back to. */
  flagged: readonly number[];
  count: number;
  isBusy: boolean;
  onOpen: (index: number) => void;
  onSubmit: () => void;
  onClose: () => void;
}

interface PlacesProps extends Pick<SubmitDialogProps, 'isBusy' | 'onOpen'> {
  label: string;
  places: readonly number[];
}

const Places = ({ label, places, isBusy, onOpen }: PlacesProps) => (
  <ul className="mt-4 flex flex-wrap gap-2" aria-label={label}>
    {places.map((index) => (
      <li key={index}>
        <button type="button" className="chip" disabled={isBusy} onClick={() => onOpen(index)}>
          Question {index + 1}
        </button>
      </li>
    ))}
  </ul>
);

/** Asks before an attempt is submitted, and names what is not answered. */
export const SubmitDialog = ({ mode, isOnline, missing, flagged, count, isBusy, ...actions }: SubmitDialogProps) => {
  const { onOpen, onSubmit, onClose } = actions;
  const word = mode === 'test' || !isOnline ? 'not answered' : 'not checked';
  const close = (): void => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog
      isOpen
      title={mode === 'test' ? 'Submit this test?' : 'Finish this attempt?'}
      onClose={close}
      actions={
        <>
          <Button size="large" isBusy={isBusy} onClick={onSubmit}>
            {mode === 'test' ? 'Submit' : 'Finish'}
          </Button>
          <Button tone="quiet" size="large" data-first="" isDisabled={isBusy} onClick={close}>
            Keep working
          </Button>
        </>
      }
    >
      {missing.length === 0 ? (
        <p className="text-muted">You answered {count === 1 ? 'the question' : `all ${count} questions`}.</p>
      ) : (
        <>
          <p className="text-muted">
            {missing.length === 1 ? 'One question is' : `${missing.length} questions are`} {word}. Without an answer a
            question earns no points.
          </p>
          <Places label={`Questions that are ${word}`} places={missing} {...{ isBusy, onOpen }} />
        </>
      )}
      {flagged.length > 0 && (
        <>
          <p className="mt-4 text-muted">You wanted to come back to:</p>
          <Places label="Questions to come back to" places={flagged} {...{ isBusy, onOpen }} />
        </>
      )}
    </Dialog>
  );
};
