import { ListChecks } from 'lucide-react';
import { lazy } from 'react';
import { countOf } from '#contract/format.ts';
import type { Kind } from '#web/features/kinds/kind.ts';

export const quiz: Kind = {
  name: 'Quiz',
  icon: ListChecks,
  done: 'passed',
  length: ({ questions }) => (questions ? countOf(questions, 'question') : 'Quiz'),
  Stage: lazy(() => import('#web/features/quizzes/quiz-stage.tsx').then(({ QuizStage }) => ({ default: QuizStage }))),
  forVisitors: 'This quiz can be taken by members of the course.',
  offline: 'attempt',
  addHint: 'Ask questions; a wrong answer leads back to the video',
  freeHint: 'Anyone can see it without buying.',
  Editor: lazy(() => import('./quiz-link.tsx').then(({ QuizLink }) => ({ default: QuizLink }))),
};
