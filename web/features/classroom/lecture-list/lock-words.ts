import { msg, plural } from '@lingui/core/macro';
import { releaseMessages } from '#contract/access/release-messages.ts';
import type { LockedBy } from '#contract/access/locked-by.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { DAY_MS } from '#contract/durations.ts';
import { ENGLISH, formatCalendarDay, formatWeekday } from '#contract/format.ts';
import { dayOf } from '#web/ui/text/days.ts';
import type { Language } from '#contract/languages/language.ts';

/** Why a lecture is locked, and from which day on it may open; undefined for one that is open. */
export const lockWords = (
  { lockedBy, opensAt }: Pick<Lecture, 'lockedBy' | 'opensAt'>,
  timeZone: string,
  language: Language,
): string | undefined => {
  if (lockedBy === null) return undefined;
  const day = opensAt === null ? null : formatWeekday(opensAt, timeZone, language.locale);
  return language.locale === ENGLISH ? releaseMessages.locked(lockedBy, day) : lockedIn(lockedBy, day, language);
};

/** The same as the contract says it, in another language. */
const lockedIn = (lockedBy: LockedBy, day: string | null, { _, locale }: Language): string => {
  if ('batchName' in lockedBy) {
    const on = formatCalendarDay(lockedBy.on, locale);
    return _(lockedBy.kind === 'batch-not-begun' ? msg`Your batch begins on ${on}` : msg`Your batch ended on ${on}`);
  }
  const condition = (): string | undefined => {
    if (!('title' in lockedBy)) return undefined;
    const { title } = lockedBy;
    if (!('left' in lockedBy)) return _(msg`once you pass “${title}”`);
    const more = lockedBy.left - 1;
    return _(more > 0 ? msg`once “${title}” and ${more} more are done` : msg`once “${title}” is done`);
  };
  const when = [day !== null && _(msg`on ${day}`), condition()].filter(Boolean).join(', ');
  return _(msg`Opens ${when}`).trim();
};

const SOON_DAYS = 7;

/** ", in 2 days" for a day of the coming week, of the calendar of the school; nothing for another. */
const soonWords = (opensAt: string, nowMs: number, timeZone: string, { _ }: Language): string => {
  const [opens, today] = [opensAt, nowMs].map((instant) => Date.parse(dayOf(instant, timeZone)));
  const days = ((opens ?? 0) - (today ?? 0)) / DAY_MS;
  if (days < 0 || days > SOON_DAYS) return '';
  if (days < 2) return `, ${_(days === 0 ? msg`today` : msg`tomorrow`)}`;
  return `, ${_(msg({ message: plural(days, { one: 'in # day', other: 'in # days' }) }))}`;
};

/** What all lectures of a section wait for; undefined where one is open. Free previews do not count. */
export const sectionLockWords = (
  lectures: readonly Pick<Lecture, 'lockedBy' | 'opensAt' | 'isFreePreview'>[],
  nowMs: number,
  timeZone: string,
  language: Language,
): string | undefined => {
  const locked = lectures.filter(({ isFreePreview }) => !isFreePreview);
  if (locked.length === 0 || locked.some(({ lockedBy }) => lockedBy === null)) return undefined;
  const first =
    locked.filter(({ opensAt }) => opensAt !== null).toSorted((a, b) => waitOf(a) - waitOf(b))[0] ?? locked[0];
  const words = first && lockWords(first, timeZone, language);
  return words && first.opensAt !== null ? words + soonWords(first.opensAt, nowMs, timeZone, language) : words;
};

const waitOf = ({ opensAt }: Pick<Lecture, 'opensAt'>): number => (opensAt === null ? Infinity : Date.parse(opensAt));
