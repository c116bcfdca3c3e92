import type { Timetable } from '#contract/batches/batch-fields.ts';
import { daysLater, type SchoolCalendar } from '#server/calendar.ts';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';

/** A live class of the course, with its date in the batch; null while it has none. */
export interface DatedClass {
  lectureId: string;
  startsAt: number | null;
  minutes: number;
  isMoved: boolean;
  /** It does not take place in the batch. */
  isCancelled: boolean;
}

const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** The days of a batch on which its pattern has a class. */
export const daysOf = (
  { weekdays, holidays }: Pick<Timetable, 'weekdays' | 'holidays'>,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
): string[] => {
  const days: string[] = [];
  for (let day = startsOn; day <= endsOn; day = daysLater(day, 1))
    if (weekdays.includes(weekdayOf(day)) && !holidays.includes(day)) days.push(day);
  return days;
};

/**
 * Gives classes, in their order, the days of the pattern. What was held, cancelled or moved manually keeps its date, and its day of
 * the pattern stays without a class. The same timetable again changes nothing.
 */
export const spread = (
  classes: readonly DatedClass[],
  { time, minutes, ...pattern }: Timetable,
  { calendar, now, ...batch }: { startsOn: string; endsOn: string; calendar: SchoolCalendar; now: number },
): { classes: DatedClass[]; withoutDay: number; daysLeft: number } => {
  const moments = daysOf(pattern, batch).map((day) => calendar.momentOf(day, time));
  let [next, withoutDay] = [0, 0];
  const spreadOut = classes.map((one) => {
    const { startsAt: before, isMoved, isCancelled } = one;
    if (before !== null && (isMoved || isCancelled || before <= now)) {
      next += 1;
      return one;
    }
    while ((moments[next] ?? Infinity) <= now) next += 1;
    const startsAt = moments[next] ?? null;
    next += 1;
    if (startsAt === null) withoutDay += 1;
    return { ...one, startsAt, minutes, isMoved: false };
  });
  return { classes: spreadOut, withoutDay, daysLeft: moments.slice(next).filter((at) => at > now).length };
};

/** Moves one class, which takes place then, and with it the others that were not held: by as many days, and as much of the day. */
export const shift = (
  classes: readonly DatedClass[],
  { lectureId, startsAt, scope }: { lectureId: string; startsAt: number; scope: 'this' | 'following' | 'all' },
  { calendar, now }: { calendar: SchoolCalendar; now: number },
): DatedClass[] => {
  const before = classes.find((one) => one.lectureId === lectureId)?.startsAt ?? null;
  if (before === null || scope === 'this')
    return classes.map((one) =>
      one.lectureId === lectureId ? { ...one, startsAt, isMoved: true, isCancelled: false } : one,
    );
  const days = Math.round((Date.parse(calendar.dayOf(startsAt)) - Date.parse(calendar.dayOf(before))) / DAY_MS);
  const minuteOf = (at: number): number => {
    const [hours = 0, minutes = 0] = calendar.timeOf(at).split(':').map(Number);
    return hours * 60 + minutes;
  };
  const later = (minuteOf(startsAt) - minuteOf(before)) * MINUTE_MS;
  const isMoving = ({ startsAt: at, lectureId: id, isCancelled }: DatedClass): boolean =>
    id === lectureId || (at !== null && !isCancelled && at > now && (scope === 'all' || at > before));
  return classes.map((one) => {
    if (!isMoving(one) || one.startsAt === null) return one;
    if (one.lectureId === lectureId) return { ...one, startsAt, isMoved: true, isCancelled: false };
    return { ...one, startsAt: calendar.add(one.startsAt, days, 'day') + later, isMoved: true };
  });
};
