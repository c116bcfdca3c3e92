import { CircleCheck, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Quiz, QuizAttempt, QuizMoment, QuizScore } from '#contract/classroom/quiz-fields.ts';
import { START_PLAYING } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { countOf } from '#contract/format.ts';
import { formatOwnMoment } from '#web/ui/text/own-time.ts';
import { AttemptHistory } from './attempt-history.tsx';
import { AnswerList } from './answer-list.tsx';
import type { QuizLinks } from './quiz-links.ts';
import { earnedWords, headlineOf, resultWords } from '#contract/classroom/quiz-words.ts';
import { TryAgain } from './try-again.tsx';

const ScoreBar = ({ score, passPercent }: { score: QuizScore; passPercent: number }) => (
  <div className="quiz-score" style={{ '--pass': `${passPercent}%` }}>
    <p className="flex items-baseline gap-3">
      <span className="num quiz-percent">{score.percent}%</span>
      <span className="text-muted">{earnedWords(score.earned, score.points)}</span>
    </p>
    <div className="quiz-score-bar" data-passed={score.hasPassed} aria-hidden="true">
      <span style={{ width: `${score.percent}%` }} />
    </div>
    <p className="quiz-pass-mark">You pass at {passPercent}%</p>
  </div>
);

/** The minutes that explain what was not right, in the order of the questions. */
const momentsOf = ({ questions }: Pick<QuizAttempt, 'questions'>): QuizMoment[] =>
  questions.flatMap(({ result }) =>
    result && (result.verdict === 'wrong' || result.verdict === 'partly') ? (result.solution?.explainedAt ?? []) : [],
  );

interface QuizResultProps {
  courseId: string;
  quiz: Quiz;
  attempt: QuizAttempt;
  links: QuizLinks;
}

/** A next attempt is worth more once the minutes are watched. */
const Actions = ({ courseId, quiz, attempt, links }: QuizResultProps) => {
  const moments = quiz.hasPassed ? [] : momentsOf(attempt);
  const unwatched = moments.filter(({ hasWatched }) => !hasWatched);
  const [first] = unwatched;
  return (
    <div className="quiz-actions">
      {first && (
        <LinkButton to={links.watch(first)} state={START_PLAYING} size="large">
          <Play size={18} fill="currentColor" aria-hidden="true" />
          {unwatched.length === 1 ? 'Watch the minute first' : `Watch the ${unwatched.length} minutes first`}
        </LinkButton>
      )}
      <TryAgain {...{ courseId, quiz, links }} isQuiet={first !== undefined || quiz.hasPassed} />
      {moments.length > 0 && !first && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <CircleCheck size={18} className="text-success" aria-hidden="true" />
          You watched {moments.length === 1 ? 'the minute that explains it' : 'the minutes that explain them'}.
        </p>
      )}
    </div>
  );
};

/** Screen readers read the result when it takes the place of the questions. */
const useArrival = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
};

/** A submitted attempt: its score, and of each answer what the rules show. */
export const QuizResult = (props: QuizResultProps) => {
  const { courseId, quiz, attempt, links } = props;
  const { passPercent } = attempt;
  const heading = useArrival();
  const late = attempt.questions.filter(({ isLate }) => isLate).length;
  const of = quiz.settings.maxAttempts === null ? '' : ` of ${quiz.settings.maxAttempts}`;
  return (
    <>
      <div className="quiz-page">
        <p className="flex items-center justify-between gap-4 text-sm text-muted">
          <span>
            Attempt {attempt.number}
            {of}
          </span>
          <Link to={links.start} preventScrollReset className="flex min-h-11 items-center font-medium underline">
            Rules and attempts
          </Link>
        </p>
        {attempt.score && <ScoreBar score={attempt.score} passPercent={passPercent} />}
        <h2 ref={heading} tabIndex={-1} className="mt-5 text-section outline-none">
          {headlineOf(attempt.score, passPercent)}
        </h2>
        <p className="measure mt-2">
          {resultWords(attempt, quiz, formatOwnMoment)}
          {late > 0 &&
            ` ${countOf(late, 'answer')} arrived after the end. ${late === 1 ? 'It is' : 'They are'} kept, and ${late === 1 ? 'does' : 'do'} not count.`}
        </p>
        <Actions {...props} />
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
