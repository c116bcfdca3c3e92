import type { SchoolCalendar } from '#server/calendar.ts';
import type { Db } from '#server/database/database.ts';
import type { Mode } from '../provider/provider.ts';
import { daysOfYear } from './periods.ts';
import { coursesOfVersions, returnsOfSpan, type VersionDay, versionDays } from './sales-of-courses.queries.ts';
import { splitEvenly } from './split.ts';

export interface Sold {
  id: string;
  name: string;
  payments: number;
  grossInPaise: number;
  /** Refunded, or lost in disputes. */
  returnedInPaise: number;
}

const keyOf = (versionId: string, day: string): string => `${versionId} ${day}`;

const byGross = (a: Sold, b: Sold): number => b.grossInPaise - a.grossInPaise || a.name.localeCompare(b.name);

/** Adds up sales by their ids, the largest first. */
const sumUp = (parts: readonly Sold[]): Sold[] => {
  const sums = new Map<string, Sold>();
  for (const { id, name, payments, grossInPaise, returnedInPaise } of parts) {
    const sum = sums.get(id) ?? { id, name, payments: 0, grossInPaise: 0, returnedInPaise: 0 };
    sum.payments += payments;
    sum.grossInPaise += grossInPaise;
    sum.returnedInPaise += returnedInPaise;
    sums.set(id, sum);
  }
  return [...sums.values()].toSorted(byGross);
};

/**
 * The sales of a year by plan, and those of plans of chosen courses by course: what was paid on a day for a version is split
 * evenly among the courses that it opened on that day, and so is what was returned of it. Nothing is lost by rounding.
 */
export const salesOfYear = async (
  db: Db,
  { mode, year, calendar }: { mode: Mode; year: number; calendar: SchoolCalendar },
): Promise<{ plans: Sold[]; courses: Sold[] }> => {
  const days = daysOfYear(year);
  const sold = await versionDays(db, mode, days);
  const span = { from: calendar.startOf(days.from), to: calendar.endOf(days.to) + 1 };
  const returned = new Map<string, number>();
  for (const one of await returnsOfSpan(db, mode, span)) {
    const key = keyOf(one.plan_version_id, calendar.dayOf(one.captured_at));
    returned.set(key, (returned.get(key) ?? 0) + one.amount_in_paise);
  }
  const ofCourses = sold.filter(({ opens }) => opens === 'courses');
  const versionIds = [...new Set(ofCourses.map((row) => row.plan_version_id))];
  const courses = await coursesOfVersions(db, versionIds);

  const returnedOf = (row: VersionDay): number => returned.get(keyOf(row.plan_version_id, row.day)) ?? 0;
  const partsOf = (row: VersionDay): Sold[] => {
    const endOfDay = calendar.endOf(row.day);
    const opened = courses.filter((one) => one.version_id === row.plan_version_id && one.added_at <= endOfDay);
    const gross = splitEvenly(row.gross_in_paise, opened.length);
    const back = splitEvenly(returnedOf(row), opened.length);
    return opened.map(({ course_id: id, title: name }, index) => ({
      id,
      name,
      payments: row.paid,
      grossInPaise: gross[index] ?? 0,
      returnedInPaise: back[index] ?? 0,
    }));
  };
  return {
    plans: sumUp(
      sold.map((row) => ({
        id: row.plan_id,
        name: row.name,
        payments: row.paid,
        grossInPaise: row.gross_in_paise,
        returnedInPaise: returnedOf(row),
      })),
    ),
    courses: sumUp(ofCourses.flatMap(partsOf)),
  };
};
