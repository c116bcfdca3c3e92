import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatPosition } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { QUESTION_MAX_LENGTH } from '#contract/classroom/question-length.ts';
import type { Question } from '#contract/classroom/questions.ts';
import { call } from '#web/api/call.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';

interface AnswerFormProps {
  questionId: string;
  /** The present moment of the video, for an answer that is there. */
  now: () => number;
  onAnswered: (question: Question) => void;
  onClose: () => void;
}

const readDraft = (key: string): string => {
  const stored = readStored(key);
  return typeof stored === 'string' ? stored : '';
};

/** Answers with a text, or a moment of the video. A draft stays on the device. */
export const AnswerForm = ({ questionId, now, onAnswered, onClose }: AnswerFormProps) => {
  const { t } = useLingui();
  const key = `answer-draft ${questionId}`;
  const [text, setText] = useState(() => readDraft(key));
  const [atMs, setAtMs] = useState<number | null>(null);
  const change = (next: string): void => {
    setText(next);
    store(key, next === '' ? undefined : next);
  };
  const sending = useAction({
    run: () => call('POST /questions/:questionId/answers', { params: { questionId }, body: { text, atMs } }),
    messages: { error: messages.questions.notSent },
    onSuccess: ({ question }) => {
      change('');
      onClose();
      onAnswered(question);
    },
  });
  const isEmpty = text.trim() === '' && atMs === null;
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void sending.start(undefined);
      }}
    >
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opens the form says so
        autoFocus
        aria-label={t`Your answer`}
        dir="auto"
        rows={3}
        maxLength={QUESTION_MAX_LENGTH}
        className="textarea w-full"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-primary border-line-strong"
          checked={atMs !== null}
          onChange={(event) => setAtMs(event.currentTarget.checked ? now() : null)}
        />
        <span className="num">{t`Answered in the video at ${{ place: formatPosition(atMs ?? now()) }}`}</span>
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="quiet" isBusy={sending.isBusy} isDisabled={isEmpty}>
          <Trans>Send</Trans>
        </Button>
        <Button tone="ghost" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
};
