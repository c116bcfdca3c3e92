import { EVERYTHING } from './access/everything.ts';
import { messages } from './messages.ts';
import type { Right } from './access/rights.ts';

const throughOf = ({ scope, source, planName }: Pick<Right, 'scope' | 'source' | 'planName'>): string => {
  if (scope === EVERYTHING) return ' through All courses';
  if (source === 'gift') return planName === null ? ' through a gift' : ` through a gift of ${planName}`;
  return planName === null ? '' : ` through ${planName}`;
};

/** "You have this course until 3 May 2027 through All courses."; without a day, for life. */
export const accessSentence = (
  right: Pick<Right, 'scope' | 'source' | 'planName'>,
  endsOn: string | undefined,
  courses = 1,
): string => messages.payment.covered(courses === 1 ? 'this course' : 'these courses', endsOn, throughOf(right));
