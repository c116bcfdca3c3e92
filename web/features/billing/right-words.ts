import { msg } from '@lingui/core/macro';
import type { Right } from '#contract/access/rights.ts';
import { accessSentence } from '#contract/cover-sentence.ts';
import { EVERYTHING } from '#contract/access/everything.ts';
import { ENGLISH, formatDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';

/** "For life", "Until 3 May 2027". */
export const untilOf = ({ endsAt }: Pick<Right, 'endsAt'>, timeZone: string, { _, locale }: Language): string =>
  _(endsAt === null ? msg`For life` : msg`Until ${{ day: formatDay(endsAt, timeZone, locale) }}`);

/** What a right comes from, where more than its name is to be said. */
export const originOf = ({ source, planName }: Right, { _ }: Language): string | undefined => {
  if (source === 'admin' || source === 'import') return _(msg`from the school`);
  if (source === 'gift') return _(planName === null ? msg`a gift` : msg`a gift of ${planName}`);
  return planName === null ? undefined : _(msg`through ${planName}`);
};

/** "You have this course until 3 May 2027 through All courses." */
export const accessSentenceOf = (right: Right, timeZone: string, language: Language): string => {
  const { _, locale } = language;
  const day = right.endsAt === null ? undefined : formatDay(right.endsAt, timeZone, locale);
  if (locale === ENGLISH) return accessSentence(right, day);
  const hasName = right.source === 'gift' || right.planName !== null;
  const origin = right.scope === EVERYTHING ? _(msg`through All courses`) : hasName && originOf(right, language);
  const sentence = _(day === undefined ? msg`You have this course for life` : msg`You have this course until ${day}`);
  return origin ? `${sentence} (${origin})` : sentence;
};
