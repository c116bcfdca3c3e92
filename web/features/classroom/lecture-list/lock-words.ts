import { releaseMessages } from '#contract/access/release-messages.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { DAY_MS } from '#contract/durations.ts';
import { countOf, formatWeekday } from '#contract/format.ts';
import { dayOf } from '#web/ui/text/days.ts';

/** Why a lecture is locked, and from which day on it may open; undefined for one that is open. */
export const lockWords = (
  { lockedBy, opensAt }: Pick<Lecture, 'lockedBy' | 'opensAt'>,
  timeZone: string,
): string | undefined =>
  lockedBy === null
    ? undefined
    : releaseMessages.locked(lockedBy, opensAt === null ? null : formatWeekday(opensAt, timeZone));

const SOON_DAYS = 7;

/** ", in 2 days" for a day of the coming week, of the calendar of the school; nothing for another. */
const soonWords = (opensAt: string, nowMs: number, timeZone: string): string => {
  const [opens, today] = [opensAt, nowMs].map((instant) => Date.parse(dayOf(instant, timeZone)));
  const days = ((opens ?? 0) - (today ?? 0)) / DAY_MS;
  if (days < 0 || days > SOON_DAYS) return '';
  return days === 0 ? ', today' : days === 1 ? ', tomorrow' : `, in ${countOf(days, 'day')}`;
};

/** What all lectures of a section wait for; undefined where one is open. Free previews do not count. */
export const sectionLockWords = (
  lectures: readonly Pick<Lecture, 'lockedBy' | 'opensAt' | 'isFreePreview'>[],
  nowMs: number,
  timeZone: string,
): string | undefined => {
  const locked = lectures.filter(({ isFreePreview }) => !isFreePreview);
  if (locked.length === 0 || locked.some(({ lockedBy }) => lockedBy === null)) return undefined;
  const first =
    locked.filter(({ opensAt }) => opensAt !== null).toSorted((a, b) => waitOf(a) - waitOf(b))[0] ?? locked[0];
  const words = first && lockWords(first, timeZone);
  return words && first.opensAt !== null ? words + soonWords(first.opensAt, nowMs, timeZone) : words;
};

const waitOf = ({ opensAt }: Pick<Lecture, 'opensAt'>): number => (opensAt === null ? Infinity : Date.parse(opensAt));
