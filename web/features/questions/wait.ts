import { msg } from '@lingui/core/macro';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { ENGLISH, formatSpan } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';

/** How long an answer takes, in words: "about 5 hours". */
export const aboutLong = (ms: number, { _, locale }: Language): string =>
  _(msg`about ${{ span: formatSpan(Math.max(ms, MINUTE_MS), Math.round, locale) }}`);

/** The same in one letter: "5 h". */
export const shortWait = (ms: number, locale: string): string => {
  if (locale !== ENGLISH) return formatSpan(Math.max(ms, MINUTE_MS), Math.round, locale);
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} days`;
};
