import { Trans, useLingui } from '@lingui/react/macro';
import { Timer, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AttemptQuestion, Quiz, QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import { onReconnect } from '#web/api/connection.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { Button } from '#web/ui/button.tsx';
import { clockWords, spokenTime, useTimeLeft } from './deadline.ts';
import { LeaveGuard } from './leave-attempt.tsx';
import { OnePage, onePageId } from './one-page.tsx';
import { QuestionForm } from './question-form.tsx';
import type { QuizLinks } from './quiz-links.ts';
import { soFarIn } from './quiz-words-in.ts';
import { type Flags, useFlags } from './use-flags.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import type { AttemptPlace } from './quiz-queries.ts';
import { type OpenAttempt, useAttempt } from './use-attempt.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** More parts are too thin to see. */
const SEGMENTS_MAX = 24;

/** Where each attempt was left for a minute of a lecture. */
const leftAt = new Map<string, number>();

const isSettled = (open: OpenAttempt, question: AttemptQuestion): boolean =>
  open.attempt.mode === 'practice' && open.isOnline
    ? question.isLocked
    : question.isLocked || open.isAnswered(question);

const firstIndex = (open: OpenAttempt): number => {
  const { _id, questions } = open.attempt;
  const left = leftAt.get(_id);
  if (left !== undefined && left < questions.length) return left;
  const first = questions.findIndex((question) => !isSettled(open, question));
  // Once all are answered, the last one leads to the end.
  return first === -1 ? Math.max(0, questions.length - 1) : first;
};

const stateOf = (open: OpenAttempt, question: AttemptQuestion, isCurrent: boolean): string => {
  if (isCurrent) return 'current';
  return isSettled(open, question) ? 'done' : 'open';
};

const Segments = ({ open, index, flags }: { open: OpenAttempt; index: number; flags: Flags }) => {
  const { questions, count } = open.attempt;
  if (count > SEGMENTS_MAX)
    return <progress className="progress h-1.5 text-primary" aria-hidden="true" value={index} max={count} />;
  return (
    <span className="quiz-segments" aria-hidden="true">
      {questions.map((question, place) => (
        <span
          key={question.position}
          data-state={stateOf(open, question, place === index)}
          data-flag={flags.has(question.position) || undefined}
        />
      ))}
      {Array.from({ length: count - questions.length }, (_, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- what is not shown yet has only its place
        <span key={`later-${place}`} data-state="open" />
      ))}
    </span>
  );
};

const lookOfClock = (leftMs: number): string => {
  if (leftMs <= MINUTE_MS) return 'text-error';
  return leftMs <= 5 * MINUTE_MS ? 'text-warning' : '';
};

const Clock = ({ leftMs }: { leftMs: number }) => (
  <>
    <span
      className={`num flex shrink-0 items-center gap-2 text-base font-semibold ${lookOfClock(leftMs)}`}
      role="timer"
    >
      <Timer size={20} aria-hidden="true" />
      {clockWords(leftMs)}
      <span className="sr-only">
        {' '}
        <Trans>left</Trans>
      </span>
    </span>
    <span className="sr-only" aria-live="polite">
      {spokenTime(leftMs, useLanguage())}
    </span>
  </>
);

interface HeadProps {
  title: string;
  open: OpenAttempt;
  index: number;
  flags: Flags;
  leftMs: number | null;
  onLeave: () => void;
}

/** The bar above a question that fills the page: exit, clock and progress. */
const Head = ({ title, open, index, flags, leftMs, onLeave }: HeadProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // It is there in the place of what was pressed.
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="quiz-head">
      <div className="flex items-center gap-2">
        <Button tone="ghost" className="btn-square -ms-3" aria-label={t`Leave the quiz`} onClick={onLeave}>
          <X size={22} aria-hidden="true" />
        </Button>
        <div className="min-w-0 flex-1">
          <h1
            ref={heading}
            tabIndex={-1}
            className="truncate font-sans text-sm font-semibold tracking-normal outline-none"
            dir="auto"
          >
            {title}
          </h1>
          {leftMs !== null && (
            <p className="meta leading-tight">
              <Trans>If you leave, the clock keeps running</Trans>
            </p>
          )}
        </div>
        {leftMs === null ? (
          <span className="text-sm text-muted">{soFarIn(open.attempt.questions, language)}</span>
        ) : (
          <Clock leftMs={leftMs} />
        )}
      </div>
      {!open.attempt.isOnePage && <Segments {...{ open, index, flags }} />}
    </header>
  );
};

interface TakingProps {
  place: AttemptPlace;
  quiz: Quiz;
  attempt: QuizAttempt;
  /** By the clock of this device. */
  receivedAt: number;
  links: QuizLinks;
  onSubmitted: (attempt: QuizAttempt) => Promise<unknown>;
}

/** Submits when the time is up; without a connection, once it is back. */
const useDeadline = (open: OpenAttempt): number | null => {
  const { deadlineAt } = open.attempt;
  const submit = (): void => void open.expire();
  const leftMs = useTimeLeft({ deadlineAt, offsetMs: open.offsetMs, onExpired: submit });
  const submitLate = useEffectEvent(() => {
    if (leftMs !== null && leftMs <= 0) submit();
  });
  useEffect(() => onReconnect(() => submitLate()), []);
  return leftMs;
};

const HandedIn = ({ isOnline }: { isOnline: boolean }) => (
  <div className="quiz-page">
    <h2 className="text-section">
      <Trans>Handed in</Trans>
    </h2>
    <output className="mt-2 block">
      {isOnline ? (
        <Trans>Your answers are being sent.</Trans>
      ) : (
        <Trans>Your answers are on this device. They’re counted once you’re online.</Trans>
      )}
    </output>
  </div>
);

/** An open attempt, one question at a time. Nothing else of the page is shown with it. */
export const Taking = ({ quiz, links, ...given }: TakingProps) => {
  const navigate = useNavigate();
  const open = useAttempt(given);
  const leftMs = useDeadline(open);
  const [chosen, setIndex] = useState(() => firstIndex(open));
  const [isEnding, setEnding] = useState(false);
  const flags = useFlags(open.attempt._id);
  const { _id, questions, mode, count, canGoBack, isOnePage } = open.attempt;
  // What cannot go back shows the last question that the server has shown.
  const index = canGoBack ? chosen : questions.length - 1;
  const question = questions[index];
  if (!question) return null;
  const go = (to: number): void => {
    leftAt.set(_id, to);
    setEnding(false);
    setIndex(to);
    if (isOnePage) document.getElementById(onePageId(to))?.scrollIntoView({ block: 'start' });
  };
  const missing = questions.flatMap((one, place) => (isSettled(open, one) ? [] : place));
  const isFinished = mode === 'practice' && missing.length === 0;
  if (open.isWaiting) return <HandedIn isOnline={open.isOnline} />;
  const leave = (): void => void navigate(links.start, { replace: true });
  return (
    <div className="quiz-room">
      <Head title={quiz.title} {...{ open, index, flags, leftMs }} onLeave={leave} />
      {isOnePage ? (
        <OnePage open={open} onFinish={() => setEnding(true)} />
      ) : (
        <QuestionForm
          {...{ open, question, links, flags }}
          number={index + 1}
          comesAgain={quiz.attemptsLeft !== 0}
          isLast={index === count - 1}
          onBack={index === 0 || !canGoBack ? undefined : () => go(index - 1)}
          onNext={() => go(index + 1)}
          onFinish={() => (isFinished ? void open.submit.start(undefined) : setEnding(true))}
        />
      )}
      {isEnding && (
        <SubmitDialog
          mode={mode}
          isOnline={open.isOnline}
          missing={missing}
          flagged={questions.flatMap(({ position }, place) => (flags.has(position) ? place : []))}
          count={count}
          isBusy={open.submit.isBusy}
          onOpen={go}
          onSubmit={() => void open.submit.start(undefined)}
          onClose={() => setEnding(false)}
        />
      )}
      {leftMs !== null && <LeaveGuard attemptId={_id} leftMs={leftMs} missing={missing.length} count={count} />}
    </div>
  );
};
