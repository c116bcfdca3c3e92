import type { Right } from '#contract/access/rights.ts';
import { accessSentence } from '#contract/cover-sentence.ts';
import { formatDay } from '#contract/format.ts';

/** "For life", "Until 3 May 2027". */
export const untilOf = ({ endsAt }: Pick<Right, 'endsAt'>, timeZone: string): string =>
  endsAt === null ? 'For life' : `Until ${formatDay(endsAt, timeZone)}`;

/** What a right comes from, where more than its name is to be said. */
export const originOf = ({ source, planName }: Right): string | undefined => {
  if (source === 'admin' || source === 'import') return 'from the school';
  if (source === 'gift') return planName === null ? 'a gift' : `a gift of ${planName}`;
  return planName === null ? undefined : `through ${planName}`;
};

/** "You have this course until 3 May 2027 through All courses." */
export const accessSentenceOf = (right: Right, timeZone: string): string =>
  accessSentence(right, right.endsAt === null ? undefined : formatDay(right.endsAt, timeZone));
