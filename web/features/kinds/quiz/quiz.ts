import { msg, plural } from '@lingui/core/macro';
import { ListChecks } from 'lucide-react';
import { lazy } from 'react';
import type { Kind } from '#web/features/kinds/kind.ts';

export const quiz: Kind = {
  name: msg`Quiz`,
  newTitle: msg`New quiz`,
  icon: ListChecks,
  done: 'passed',
  length: ({ questions }, _timeZone, { _ }) =>
    _(questions ? msg({ message: plural(questions, { one: '# question', other: '# questions' }) }) : msg`Quiz`),
  Stage: lazy(() => import('#web/features/quizzes/quiz-stage.tsx').then(({ QuizStage }) => ({ default: QuizStage }))),
  forVisitors: msg`This quiz can be taken by members of the course.`,
  offline: 'attempt',
  addHint: msg`Ask questions; a wrong answer leads back to the video`,
  freeHint: msg`Anyone can see it without buying.`,
  Editor: lazy(() => import('./quiz-link.tsx').then(({ QuizLink }) => ({ default: QuizLink }))),
};
