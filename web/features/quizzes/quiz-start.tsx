import { Check, ListChecks } from 'lucide-react';
import type { Quiz } from '#contract/classroom/quiz-fields.ts';
import { countOf } from '#contract/format.ts';
import { formatOwnMoment } from '#web/ui/text/own-time.ts';
import { AttemptHistory } from './attempt-history.tsx';
import type { QuizLinks } from './quiz-links.ts';
import { ruleSentences } from '#contract/classroom/quiz-rule-words.ts';
import { modeNames, standingWords } from '#contract/classroom/quiz-words.ts';
import { TryAgain } from './try-again.tsx';

interface QuizStartProps {
  courseId: string;
  quiz: Quiz;
  links: QuizLinks;
}

/** Before an attempt, and between two: the rules, where the learner stands, and the attempts so far. */
export const QuizStart = ({ courseId, quiz, links }: QuizStartProps) => (
  <div className="quiz-page">
    <p className="flex items-center gap-2 text-sm text-muted">
      <ListChecks size={18} aria-hidden="true" />
      {modeNames[quiz.settings.mode]}
      {quiz.attempts.length > 0 && ` · ${countOf(quiz.questions, 'question')}`}
    </p>
    <h2 className="mt-2 text-section">{standingWords(quiz)}</h2>
    <ul className="mt-5 grid gap-3">
      {ruleSentences(quiz, formatOwnMoment).map((sentence) => (
        <li key={sentence} className="flex gap-3">
          <Check size={20} className="mt-0.5 shrink-0 text-success" aria-hidden="true" />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
    <div className="quiz-actions">
      <TryAgain {...{ courseId, quiz, links }} />
    </div>
    <AttemptHistory attempts={quiz.attempts} links={links} />
  </div>
);
