import { DAY_MS } from '#server/clock.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { timeOfBackup } from './repository.ts';

/** The first of January 1970 was a Thursday. */
const DAYS_SINCE_MONDAY = 3;

export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

/**
 * The backups to keep: the newest of each of the last days, weeks and months that have one, and always the newest of all. Weeks
 * begin on Monday.
 */
export const keptBackups = (
  ids: readonly string[],
  keep: Keep,
  calendar: Pick<SchoolCalendar, 'dayOf'>,
): Set<string> => {
  const newestFirst = ids.toSorted((a, b) => (a < b ? 1 : -1));
  const kept = new Set(newestFirst.slice(0, 1));
  const dayOf = (id: string): string => calendar.dayOf(timeOfBackup(id));
  const weekOf = (id: string): string => String(Math.floor((Date.parse(dayOf(id)) / DAY_MS + DAYS_SINCE_MONDAY) / 7));
  const monthOf = (id: string): string => dayOf(id).slice(0, 'YYYY-MM'.length);
  const keepNewest = (periodOf: (id: string) => string, count: number): void => {
    const newest = new Map<string, string>();
    for (const id of newestFirst) if (!newest.has(periodOf(id))) newest.set(periodOf(id), id);
    for (const id of [...newest.values()].slice(0, count)) kept.add(id);
  };
  keepNewest(dayOf, keep.daily);
  keepNewest(weekOf, keep.weekly);
  keepNewest(monthOf, keep.monthly);
  return kept;
};
