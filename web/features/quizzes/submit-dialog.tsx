import { Plural, Trans, useLingui } from '@lingui/react/macro';
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
          <Trans>Question {{ number: index + 1 }}</Trans>
        </button>
      </li>
    ))}
  </ul>
);

interface MissingQuestionsProps extends Pick<SubmitDialogProps, 'missing' | 'isBusy' | 'onOpen'> {
  /** They lack an answer; otherwise a check. */
  isAnswered: boolean;
}

/** How many questions lack an answer or a check, and which. */
const MissingQuestions = ({ isAnswered, missing, isBusy, onOpen }: MissingQuestionsProps) => {
  const { t } = useLingui();
  return (
    <>
      <p className="text-muted">
        {isAnswered ? (
          <Plural value={missing.length} one="One question is not answered." other="# questions are not answered." />
        ) : (
          <Plural value={missing.length} one="One question is not checked." other="# questions are not checked." />
        )}{' '}
        <Trans>Without an answer a question earns no points.</Trans>
      </p>
      <Places
        label={isAnswered ? t`Questions that are not answered` : t`Questions that are not checked`}
        places={missing}
        {...{ isBusy, onOpen }}
      />
    </>
  );
};

/** Asks before an attempt is submitted, and names what is not answered. */
export const SubmitDialog = ({ mode, isOnline, missing, flagged, count, isBusy, ...actions }: SubmitDialogProps) => {
  const { t } = useLingui();
  const { onOpen, onSubmit, onClose } = actions;
  const isAnswered = mode === 'test' || !isOnline;
  const close = (): void => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog
      isOpen
      title={mode === 'test' ? t`Submit this test?` : t`Finish this attempt?`}
      onClose={close}
      actions={
        <>
          <Button size="large" isBusy={isBusy} onClick={onSubmit}>
            {mode === 'test' ? <Trans>Submit</Trans> : <Trans>Finish</Trans>}
          </Button>
          <Button tone="quiet" size="large" data-first="" isDisabled={isBusy} onClick={close}>
            <Trans>Keep working</Trans>
          </Button>
        </>
      }
    >
      {missing.length === 0 ? (
        <p className="text-muted">
          {count === 1 ? <Trans>You answered the question.</Trans> : <Trans>You answered all {count} questions.</Trans>}
        </p>
      ) : (
        <MissingQuestions {...{ isAnswered, missing, isBusy, onOpen }} />
      )}
      {flagged.length > 0 && (
        <>
          <p className="mt-4 text-muted">
            <Trans>You wanted to come back to:</Trans>
          </p>
          <Places label={t`Questions to come back to`} places={flagged} {...{ isBusy, onOpen }} />
        </>
      )}
    </Dialog>
  );
};
