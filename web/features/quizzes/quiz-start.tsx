import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, ListChecks } from 'lucide-react';
import { Navigate } from 'react-router';
import type { Quiz, QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import { isEmptyAnswer, modeNames } from '#contract/classroom/quiz-words.ts';
import { AttemptHistory } from './attempt-history.tsx';
import { clockWords, offsetOf, useTimeLeft } from './deadline.ts';
import type { QuizLinks } from './quiz-links.ts';
import { attemptQuery } from './quiz-queries.ts';
import { WatchMissed } from './quiz-result.tsx';
import { TryAgain } from './try-again.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { earnedIn, standingIn } from './quiz-words-in.ts';
import { rulesIn } from './quiz-rules-in.ts';

interface QuizStartProps {
  courseId: string;
  quiz: Quiz;
  links: QuizLinks;
}

const useAttemptOf = ({ courseId, quiz: { lectureId } }: QuizStartProps, attemptId: string | undefined) =>
  useQuery({ ...attemptQuery({ courseId, lectureId, attemptId: attemptId ?? '' }), enabled: attemptId !== undefined });

/** "2 of 10 answered · 7:42 left", of an attempt that was left. */
const OpenWords = ({ attempt, receivedAt }: { attempt: QuizAttempt; receivedAt: number }) => {
  const { questions, count, deadlineAt, now } = attempt;
  const offsetMs = offsetOf(now, receivedAt);
  const leftMs = useTimeLeft({ deadlineAt, offsetMs, onExpired: () => undefined });
  const answered = questions.filter(({ answer }) => !isEmptyAnswer(answer)).length;
  return (
    <>
      <Trans>
        {answered} of {count} answered
      </Trans>
      {leftMs !== null && (
        <span className="num">
          {' '}
          · <Trans>{{ leftMs: clockWords(leftMs) }} left</Trans>
        </span>
      )}
    </>
  );
};

const Heading = (props: QuizStartProps & { isRetry: boolean }) => {
  const { quiz, isRetry } = props;
  const language = useLanguage();
  const { data, dataUpdatedAt } = useAttemptOf(props, quiz.openAttemptId ?? undefined);
  if (isRetry) return <Trans>Before you try again</Trans>;
  if (data) return <OpenWords attempt={data.attempt} receivedAt={dataUpdatedAt} />;
  return <>{standingIn(quiz, language)}</>;
};

const bestNames: Record<Quiz['settings']['scoring'], MessageDescriptor> = {
  best: msg`Best so far`,
  last: msg`Last score`,
  first: msg`First score`,
  average: msg`Average so far`,
};

const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div className="flex-1 px-5 py-4">
    <dt className="meta">{name}</dt>
    <dd className="num font-display text-3xl pt-1 font-medium">{value}</dd>
    <dd className="meta">{note}</dd>
  </div>
);

/** The score that counts so far, and how many attempts are left. */
const Standing = ({ quiz }: { quiz: Quiz }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { percent, attempts, attemptsLeft, settings } = quiz;
  const score = attempts.find((attempt) => attempt.score?.percent === percent)?.score;
  const left =
    attemptsLeft === 1 ? t`This is your last attempt.` : t`of ${{ most: settings.maxAttempts }}. This uses one.`;
  if (percent === null && attemptsLeft === null) return null;
  return (
    <dl className="surface mt-5 flex max-w-120 divide-x divide-line">
      {percent !== null && (
        <Figure
          name={language._(bestNames[settings.scoring])}
          value={`${percent}%`}
          note={[
            score && earnedIn(score.earned, score.points, language),
            t`pass with ${{ percent: settings.passPercent }}%`,
          ]
            .filter(Boolean)
            .join(', ')}
        />
      )}
      {attemptsLeft !== null && <Figure name={t`Attempts left`} value={String(attemptsLeft)} note={left} />}
    </dl>
  );
};

/** The mistakes of the last attempt, beside the button for the next one. */
const Missed = (props: QuizStartProps) => {
  const last = props.quiz.attempts.findLast(({ state }) => state === 'graded');
  const { data } = useAttemptOf(props, last?._id);
  return data && <WatchMissed attempt={data.attempt} links={props.links} isQuiet />;
};

/** Before an attempt, and between two: the rules, where the learner stands, and the attempts so far. */
export const QuizStart = ({ leftId, ...props }: QuizStartProps & { leftId: string | undefined }) => {
  const { courseId, quiz, links } = props;
  const { openAttemptId, hasPassed, attempts, attemptsLeft } = quiz;
  const language = useLanguage();
  // Learners who come back continue where they were, unless they have just left it.
  if (openAttemptId !== null && openAttemptId !== leftId) return <Navigate to={links.attempt(openAttemptId)} replace />;
  const isRetry =
    openAttemptId === null && !hasPassed && attemptsLeft !== 0 && attempts.some(({ isReset }) => !isReset);
  return (
    <div className="quiz-page">
      <p className="flex items-center gap-2 text-sm text-muted">
        <ListChecks size={18} aria-hidden="true" />
        {language._(modeNames[quiz.settings.mode])}
        {attempts.length > 0 && (
          <>
            {' · '}
            <Plural value={quiz.questions} one="# question" other="# questions" />
          </>
        )}
      </p>
      <h2 className="mt-2 text-section">
        <Heading {...props} isRetry={isRetry} />
      </h2>
      {isRetry && <Standing quiz={quiz} />}
      <ul className="mt-5 grid gap-3">
        {rulesIn(quiz, language).map((sentence) => (
          <li key={sentence} className="flex gap-3">
            <Check size={20} className="mt-0.5 shrink-0 text-success" aria-hidden="true" />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      <div className="quiz-actions">
        <TryAgain {...{ courseId, quiz, links }} />
        {isRetry && <Missed {...props} />}
      </div>
      <AttemptHistory attempts={attempts} links={links} />
    </div>
  );
};
