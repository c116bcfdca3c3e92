import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { QUESTION_MAX_LENGTH } from '#contract/classroom/question-length.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyLegend, SendKeys } from './key-legend.tsx';
import { type AnswerToSend, readAnswerDraft, storeAnswerDraft } from './use-answering.tsx';

interface AnswerComposerProps {
  questionId: string;
  askerName: string;
  /** Only the asker and the staff read the question. */
  isPrivateQuestion: boolean;
  onSend: (answer: AnswerToSend, opensNext: boolean) => void;
}

const Audience = ({ firstName }: { firstName: string | undefined }) =>
  firstName === undefined ? (
    <Trans>Answer, seen by everyone in the course</Trans>
  ) : (
    <Trans>Answer, only for {firstName}</Trans>
  );

/** Writes an answer to the open question. Ctrl Enter sends it and opens the next question. */
export function AnswerComposer({ questionId, askerName, isPrivateQuestion, onSend }: AnswerComposerProps) {
  const { t } = useLingui();
  const [text, setText] = useState(() => readAnswerDraft(questionId));
  const [isPrivate, setPrivate] = useState(false);
  const isEmpty = text.trim() === '';
  const send = (opensNext: boolean): void => {
    if (isEmpty) return;
    onSend({ text, isPrivate }, opensNext);
    if (!opensNext) setText('');
  };
  const [firstName = askerName] = askerName.split(' ');
  return (
    <form
      className="reply-form mt-auto"
      onSubmit={(event) => {
        event.preventDefault();
        send(true);
      }}
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-1 pb-2 text-sm text-muted">
        <label htmlFor={`answer-${questionId}`}>
          <Audience firstName={isPrivate || isPrivateQuestion ? firstName : undefined} />
        </label>
        {!isPrivateQuestion && (
          <button
            type="button"
            className="cursor-pointer font-semibold text-primary"
            aria-pressed={isPrivate}
            onClick={() => setPrivate(!isPrivate)}
          >
            {isPrivate ? t`To everyone` : t`Only to ${firstName}`}
          </button>
        )}
      </div>
      <textarea
        id={`answer-${questionId}`}
        rows={4}
        dir="auto"
        value={text}
        maxLength={QUESTION_MAX_LENGTH}
        aria-keyshortcuts="r"
        data-answer=""
        onChange={(event) => {
          setText(event.currentTarget.value);
          storeAnswerDraft(questionId, event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(true);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <KeyLegend />
        <Button tone="quiet" isDisabled={isEmpty} onClick={() => send(false)}>
          <Trans>Send</Trans>
        </Button>
        <Button type="submit" isDisabled={isEmpty}>
          <Trans>Send and next</Trans> <SendKeys />
        </Button>
      </div>
    </form>
  );
}
