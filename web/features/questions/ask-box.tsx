import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleQuestionMark, Lock, Minus, Play, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatPosition } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { MATCH_MAX_LENGTH, MATCH_WORDS_MIN, QUESTION_MAX_LENGTH } from '#contract/classroom/question-length.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useOnline } from '#web/api/connection.ts';
import { questionMatchesQuery } from '#web/api/question-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { askLater } from './question-outbox.ts';
import { MarkedWords } from './marked-words.tsx';
import type { LectureQuestions, QuestionDraft } from './use-questions.ts';

const STEP_MS = 5000;
const WAIT_MS = 300;

/** The text once nothing was typed for a moment; empty below three words. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const trimmed = settled.trim().slice(0, MATCH_MAX_LENGTH);
  return trimmed.split(/\s+/).length >= MATCH_WORDS_MIN ? trimmed : '';
};

const useMatches = ({ courseId, lectureId }: LectureQuestions, text: string) => {
  const settled = useSettled(text);
  const { data } = useQuery({
    ...questionMatchesQuery({ courseId, lectureId }, settled),
    enabled: settled !== '',
    retry: false,
  });
  return settled === '' ? { questions: [], moments: [] } : (data ?? { questions: [], moments: [] });
};

const ROW =
  'grid w-full cursor-pointer grid-cols-[2.75rem_1fr_auto] items-start gap-2 px-4 py-3 text-start hover:bg-base-200';

/** What was said and asked before. Choosing one closes the box: it counts as answered. */
const Matches = ({ questions, matches }: { questions: LectureQuestions; matches: ReturnType<typeof useMatches> }) => (
  <div className="border-t border-line bg-base-200/60">
    <h3 className="border-b border-line px-4 py-2.5 font-sans text-sm font-semibold tracking-normal">
      <Trans>Is it one of these?</Trans>
    </h3>
    <ul className="divide-y divide-line">
      {matches.moments.map(({ atMs, text, found }) => (
        <li key={atMs}>
          <button
            type="button"
            className={ROW}
            onClick={() => {
              questions.seekTo(atMs);
              questions.endDraft();
            }}
          >
            <span className="num text-sm font-medium text-accent-ink">{formatPosition(atMs)}</span>
            <span className="text-sm" dir="auto">
              “<MarkedWords text={text} found={found} />”
              <span className="meta block">
                <Trans>Said in this lecture</Trans>
              </span>
            </span>
            <Play size={18} aria-hidden="true" className="mt-0.5 text-muted" />
          </button>
        </li>
      ))}
      {matches.questions.map(({ _id, text, found, author, isAnswered, answerCount }) => (
        <li key={_id}>
          <button
            type="button"
            className={ROW}
            onClick={() => {
              questions.choose(_id);
              questions.endDraft();
            }}
          >
            <CircleQuestionMark size={18} aria-hidden="true" className="mt-0.5 text-muted" />
            <span className="text-sm" dir="auto">
              <span className="line-clamp-3">
                <MarkedWords text={text} found={found} />
              </span>
              <span className="meta block">
                {author},{' '}
                {isAnswered ? <Trans>answered</Trans> : <Plural value={answerCount} one="# answer" other="# answers" />}
              </span>
            </span>
            <ChevronRight size={18} aria-hidden="true" className="mt-0.5 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  </div>
);

/** When writing began; it can be moved, or left out. */
const Moment = ({ draft, questions }: { draft: QuestionDraft; questions: LectureQuestions }) => {
  const { t } = useLingui();
  const { atMs } = draft;
  if (atMs === null)
    return (
      <Button tone="ghost" size="small" onClick={() => questions.changeDraft({ atMs: questions.now() })}>
        <Trans>Add the moment</Trans>
      </Button>
    );
  const moveBy = (stepMs: number) => questions.changeDraft({ atMs: Math.max(0, atMs + stepMs) });
  const step = 'grid size-9 cursor-pointer place-items-center';
  return (
    <span className="flex items-center rounded-full border border-line-strong text-sm">
      <button type="button" className={step} aria-label={t`5 seconds earlier`} onClick={() => moveBy(-STEP_MS)}>
        <Minus size={16} aria-hidden="true" />
      </button>
      <span className="num">5 s</span>
      <button type="button" className={step} aria-label={t`5 seconds later`} onClick={() => moveBy(STEP_MS)}>
        <Plus size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`${step} border-s border-line`}
        aria-label={t`Without the moment`}
        onClick={() => questions.changeDraft({ atMs: null })}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </span>
  );
};

const OnlyToTeacher = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
    <input
      type="checkbox"
      className="checkbox checkbox-primary border-line-strong"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <Trans>Only to the teacher</Trans>
    {isOn && <Lock size={16} aria-hidden="true" />}
  </label>
);

/** Asks at once; without a connection the question waits in the list, which says so. */
const useAsking = (draft: QuestionDraft, questions: LectureQuestions) =>
  useAction({
    run: async () => {
      const params = { courseId: questions.courseId, lectureId: questions.lectureId };
      try {
        return await call('POST /courses/:courseId/lectures/:lectureId/questions', { params, body: draft });
      } catch (error) {
        if (error instanceof ApiError && error.status === 0 && askLater(params, draft)) return { message: '' };
        throw error;
      }
    },
    messages: { error: messages.questions.notSent },
    onSuccess: (sent) => {
      questions.endDraft();
      if (!('question' in sent)) return;
      questions.update(sent.question);
      questions.choose(sent.question._id);
    },
  });

/** Writes a question. A draft stays on the device until it is sent. */
export const AskBox = ({ draft, questions }: { draft: QuestionDraft; questions: LectureQuestions }) => {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const isOnline = useOnline();
  const { atMs, text, isPrivate } = draft;
  const matches = useMatches(questions, text);
  const hasMatches = matches.questions.length + matches.moments.length > 0;
  const sending = useAsking(draft, questions);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const send = () => {
    if (text.trim() !== '') void sending.start(undefined);
  };
  const title = atMs === null ? t`Ask a question` : t`Ask about ${{ place: formatPosition(atMs) }}`;
  return (
    <form
      aria-label={title}
      className="overflow-hidden rounded-box border-2 border-primary bg-base-100"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex min-h-13 flex-wrap items-center gap-x-2 ps-4 pe-2 pt-2">
        <label htmlFor="question-text" className="num me-auto text-sm font-semibold">
          {title}
        </label>
        <Moment draft={draft} questions={questions} />
        <Button tone="ghost" className="px-2.5" aria-label={t`Close`} onClick={questions.endDraft}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      <textarea
        ref={field}
        id="question-text"
        dir="auto"
        rows={3}
        maxLength={QUESTION_MAX_LENGTH}
        placeholder={t`What is unclear?`}
        className="block w-full resize-none bg-transparent px-4 py-2 field-sizing-content outline-none"
        value={text}
        onChange={(event) => questions.changeDraft({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <output className="sr-only">{hasMatches && <Trans>Matching questions and moments are below.</Trans>}</output>
      {hasMatches && <Matches questions={questions} matches={matches} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3 ps-4">
        <OnlyToTeacher isOn={isPrivate} onChange={(isOn) => questions.changeDraft({ isPrivate: isOn })} />
        <Button type="submit" isBusy={sending.isBusy} isDisabled={text.trim() === ''}>
          {isOnline ? hasMatches ? <Trans>Ask anyway</Trans> : <Trans>Ask</Trans> : <Trans>Ask once online</Trans>}
        </Button>
      </div>
    </form>
  );
};
