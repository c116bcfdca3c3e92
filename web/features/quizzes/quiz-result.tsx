import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, CircleCheck, Play, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Quiz, QuizAttempt, QuizMoment, QuizScore } from '#contract/classroom/quiz-fields.ts';
import { START_PLAYING } from '#web/app/path-to.ts';
import type { NextLecture } from '#web/features/classroom/player/use-player.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { AttemptHistory } from './attempt-history.tsx';
import { AnswerList } from './answer-list.tsx';
import type { QuizLinks } from './quiz-links.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { earnedIn, headlineIn, resultIn } from './quiz-words-in.ts';

const ScoreBar = ({ score, passPercent }: { score: QuizScore; passPercent: number }) => (
  <div style={{ '--pass': `${passPercent}%` }}>
    <p className="flex items-baseline gap-3">
      <span className="num quiz-percent">{score.percent}%</span>
      <span className="text-muted">{earnedIn(score.earned, score.points, useLanguage())}</span>
    </p>
    <div className="quiz-score-bar" data-passed={score.hasPassed} aria-hidden="true">
      <span style={{ width: `${score.percent}%` }} />
    </div>
    <p className="quiz-pass-mark">
      <Trans>You pass at {passPercent}%</Trans>
    </p>
  </div>
);

/** The minutes that explain what was not right, in the order of the questions. */
const momentsOf = ({ questions }: Pick<QuizAttempt, 'questions'>): QuizMoment[] =>
  questions.flatMap(({ result }) =>
    result && (result.verdict === 'wrong' || result.verdict === 'partly') ? (result.solution?.explainedAt ?? []) : [],
  );

interface WatchMissedProps {
  attempt: Pick<QuizAttempt, 'questions'>;
  links: QuizLinks;
  /** Beside a more important button. */
  isQuiet?: boolean;
}

/** Plays the first of the minutes that explain what was not right, unless all are watched. */
export const WatchMissed = ({ attempt, links, isQuiet = false }: WatchMissedProps) => {
  const unwatched = momentsOf(attempt).filter(({ hasWatched }) => !hasWatched);
  const [first] = unwatched;
  return (
    first && (
      <LinkButton to={links.watch(first)} state={START_PLAYING} size="large" tone={isQuiet ? 'quiet' : 'primary'}>
        <Play size={18} fill="currentColor" aria-hidden="true" />
        {unwatched.length === 1 ? (
          <Trans>Watch the minute first</Trans>
        ) : (
          <Trans>Watch the {{ count: unwatched.length }} minutes first</Trans>
        )}
      </LinkButton>
    )
  );
};

interface QuizResultProps {
  courseId: string;
  quiz: Quiz;
  attempt: QuizAttempt;
  links: QuizLinks;
  next: NextLecture | undefined;
  /** It was submitted on this page, just now. */
  isNew: boolean;
}

/** Leads to the rules of the next attempt. This press starts no clock. */
const Again = ({ quiz, links, label }: Pick<QuizResultProps, 'quiz' | 'links'> & { label: string }) => (
  <LinkButton to={links.start} tone={quiz.hasPassed ? 'ghost' : 'quiet'} size="large">
    <RotateCcw size={18} aria-hidden="true" />
    {quiz.openAttemptId === null ? label : <Trans>Continue</Trans>}
  </LinkButton>
);

const mayTry = ({ openAttemptId, attemptsLeft, availability }: Quiz): boolean =>
  openAttemptId !== null || (attemptsLeft !== 0 && availability !== 'closed');

const PassedActions = ({ quiz, attempt, links, next }: QuizResultProps) => {
  const { t } = useLingui();
  return (
    <div className="quiz-actions">
      {next && (
        <div className="quiz-next">
          <Button size="large" className="w-full" onClick={next.play}>
            {next.isEnd ? <Trans>Finish course</Trans> : <Trans>Next lecture</Trans>}
            <ArrowRight size={18} aria-hidden="true" />
          </Button>
          <p className="mt-1 text-center text-sm text-muted wrap-anywhere" dir="auto">
            {next.title}
          </p>
        </div>
      )}
      {mayTry(quiz) && (attempt.score?.percent ?? 100) < 100 && (
        <Again
          {...{ quiz, links }}
          label={quiz.settings.scoring === 'best' ? t`Try again for a better score` : t`Try again`}
        />
      )}
    </div>
  );
};

/** A next attempt is worth more once the minutes are watched. */
const FailedActions = ({ quiz, attempt, links }: QuizResultProps) => {
  const { t } = useLingui();
  const moments = momentsOf(attempt);
  const hasWatched = moments.length > 0 && moments.every((moment) => moment.hasWatched);
  return (
    <div className="quiz-actions">
      <WatchMissed {...{ attempt, links }} />
      {mayTry(quiz) && <Again {...{ quiz, links }} label={t`Try again`} />}
      {hasWatched && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <CircleCheck size={18} className="text-success" aria-hidden="true" />
          {moments.length === 1 ? (
            <Trans>You watched the minute that explains it.</Trans>
          ) : (
            <Trans>You watched the minutes that explain them.</Trans>
          )}
        </p>
      )}
    </div>
  );
};

/** A new result is read from its top: it takes the place of the questions. */
const useArrival = (isNew: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) window.scrollTo(0, 0);
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isNew || isLost) heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return heading;
};

/** Which attempt it is, and the way to the others. */
const AttemptLine = ({ quiz, attempt, links }: Pick<QuizResultProps, 'quiz' | 'attempt' | 'links'>) => {
  const { maxAttempts } = quiz.settings;
  return (
    <p className="flex items-center justify-between gap-4 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">
        {quiz.title} ·{' '}
        {maxAttempts === null ? (
          <Trans>attempt {{ number: attempt.number }}</Trans>
        ) : (
          <Trans>
            attempt {{ number: attempt.number }} of {{ most: maxAttempts }}
          </Trans>
        )}
      </span>
      <Link to={links.start} preventScrollReset className="flex min-h-11 shrink-0 items-center font-medium underline">
        <Trans>Rules and attempts</Trans>
      </Link>
    </p>
  );
};

/** A submitted attempt: its score, and of each answer what the rules show. */
export const QuizResult = (props: QuizResultProps) => {
  const { courseId, quiz, attempt, links, isNew } = props;
  const { passPercent } = attempt;
  const heading = useArrival(isNew);
  const late = attempt.questions.filter(({ isLate }) => isLate).length;
  const language = useLanguage();
  return (
    <>
      <div className="quiz-page">
        <AttemptLine {...{ quiz, attempt, links }} />
        {attempt.score && <ScoreBar score={attempt.score} passPercent={passPercent} />}
        <h2 ref={heading} tabIndex={-1} className="mt-5 text-section outline-none">
          {headlineIn(attempt.score, passPercent, language)}
        </h2>
        <p className="measure mt-2">
          {resultIn(attempt, quiz, language)}
          {late > 0 && (
            <>
              {' '}
              <Plural
                value={late}
                one="# answer arrived after the end. It is kept, and does not count."
                other="# answers arrived after the end. They are kept, and do not count."
              />
            </>
          )}
        </p>
        {quiz.hasPassed ? <PassedActions {...props} /> : <FailedActions {...props} />}
      </div>
      <AnswerList
        place={{ courseId, lectureId: quiz.lectureId, attemptId: attempt._id }}
        questions={attempt.questions}
        links={links}
      />
      {quiz.attempts.length > 1 && (
        <div className="quiz-page">
          <AttemptHistory attempts={quiz.attempts} links={links} />
        </div>
      )}
    </>
  );
};
