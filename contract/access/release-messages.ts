import { lockedByBatch } from '../batches/batch-messages.ts';
import { countOf } from '../format.ts';
import type { LockedBy } from './locked-by.ts';

const condition = (lockedBy: LockedBy): string | undefined => {
  if (!('title' in lockedBy)) return undefined;
  if (!('left' in lockedBy)) return `once you pass “${lockedBy.title}”`;
  const { title, left } = lockedBy;
  return left > 1 ? `once “${title}” and ${countOf(left - 1, 'more lecture')} are done` : `once “${title}” is done`;
};

export const releaseMessages = {
  saved: 'Saved',
  dayMissing: 'Choose a day',
  oneTarget: 'Name a section or a lecture for each rule',
  twice: 'There are two rules for the same section or lecture',
  notInCourse: 'A rule is about a section or a lecture that this course does not have. Reload the page.',
  noQuiz: 'Choose a quiz of this course',
  quizLater: 'Choose a quiz that comes before',
  /** Why a lecture is locked; `day` is when it opens at the earliest. */
  locked: (lockedBy: LockedBy, day: string | null): string =>
    'batchName' in lockedBy
      ? lockedByBatch(lockedBy)
      : ['Opens', day === null ? undefined : `on ${day}`, condition(lockedBy)].filter(Boolean).join(' '),
} as const;
