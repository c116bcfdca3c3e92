import { Temporal } from 'temporal-polyfill';

const APRIL = 4;

/** Dates as the school's people read them: all moments are epoch milliseconds, all days those of one time zone. */
export interface SchoolCalendar {
  readonly timeZone: string;
  /**
   * The same time so many days, months or years on; a day that the month does not have becomes its last one. Months and years
   * fall on the day of the month of `anchorDay`, by default that of `at`.
   */
  add(at: number, count: number, unit: 'day' | 'month' | 'year', anchorDay?: number): number;
  /** From 1 to 31. */
  dayOfMonth(at: number): number;
  /** The last millisecond of the day that is `days` after the day of `at`. */
  endOfDay(at: number, days: number): number;
  /** Such as `15 June 2026`. */
  formatDate(at: number, locale?: string): string;
  /** Such as `15 June 2026 at 10:00`. */
  formatTime(at: number, locale?: string): string;
  /** Such as `2026-06-15`: sorts as it is dated. */
  dayOf(at: number): string;
  /** The first millisecond of a day such as `2026-06-15`. */
  startOf(day: string): number;
  /** The last millisecond of a day such as `2026-06-15`. */
  endOf(day: string): number;
  /** When a clock shows this time, such as `18:30`, on a day; what it skips is as much later. */
  momentOf(day: string, time: string): number;
  /** Such as `18:30`. */
  timeOf(at: number): string;
  /** The next moment after `at` when a clock shows this full hour, on this day of the week (1 is Monday) if one is given. */
  nextHour(at: number, hour: number, weekday?: number): number;
  /** From 0 to 23. */
  hourOf(at: number): number;
  /** The year, April to March, that `at` is in, by its first year: 2026 for June 2026 and for February 2027. */
  financialYearOf(at: number): number;
  yearOf(at: number): number;
  /** The months of the year of `at`, January first, each such as `2026-01`. */
  monthsOf(at: number): string[];
}

/** So many days after a day, or before it: `2027-04-30`. */
export const daysLater = (day: string, days: number): string => {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** The calendar of a time zone; the last one is cached. */
export const createCalendars = (): ((timeZone: string) => SchoolCalendar) => {
  let known: { timeZone: string; calendar: SchoolCalendar } | undefined;
  return (timeZone) => {
    if (known?.timeZone !== timeZone) known = { timeZone, calendar: createCalendar(timeZone) };
    return known.calendar;
  };
};

const createFormats = (timeZone: string, locale: string) => {
  const date = { timeZone, day: 'numeric', month: 'long', year: 'numeric' } as const;
  // As on the pages: 14:12.
  const time = { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return { date: new Intl.DateTimeFormat(locale, date), time: new Intl.DateTimeFormat(locale, time) };
};

export const createCalendar = (timeZone: string): SchoolCalendar => {
  // Made when first used: it costs a start more than all else here.
  const formats = new Map<string, ReturnType<typeof createFormats>>();
  const format = (locale = 'en-IN') => {
    const found = formats.get(locale) ?? createFormats(timeZone, locale);
    formats.set(locale, found);
    return found;
  };
  const local = (at: number): Temporal.ZonedDateTime =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const startOf = (date: Temporal.PlainDate): number => date.toZonedDateTime(timeZone).epochMilliseconds;
  const endOf = (date: Temporal.PlainDate): number => startOf(date.add({ days: 1 })) - 1;

  return {
    timeZone,
    add: (at, count, unit, anchorDay) => {
      const moved = local(at).add({ [`${unit}s`]: count });
      const isAnchored = anchorDay !== undefined && unit !== 'day';
      return (isAnchored ? moved.with({ day: Math.min(anchorDay, moved.daysInMonth) }) : moved).epochMilliseconds;
    },
    dayOfMonth: (at) => local(at).day,
    endOfDay: (at, days) => endOf(local(at).toPlainDate().add({ days })),
    formatDate: (at, locale) => format(locale).date.format(at),
    formatTime: (at, locale) => format(locale).time.format(at),
    dayOf: (at) => local(at).toPlainDate().toString(),
    startOf: (day) => startOf(Temporal.PlainDate.from(day)),
    endOf: (day) => endOf(Temporal.PlainDate.from(day)),
    momentOf: (day, time) =>
      Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
        .epochMilliseconds,
    timeOf: (at) => local(at).toPlainTime().toString().slice(0, 5),
    nextHour: (at, hour, weekday) => {
      const today = local(at).toPlainDate();
      const moments = Array.from({ length: 9 }, (_, days) =>
        today.add({ days }).toZonedDateTime({ timeZone, plainTime: { hour } }),
      );
      const next = moments.find(
        ({ epochMilliseconds, dayOfWeek }) =>
          epochMilliseconds > at && (weekday === undefined || dayOfWeek === weekday),
      );
      if (next === undefined) throw new RangeError(`no day of the week is ${weekday}`);
      return next.epochMilliseconds;
    },
    hourOf: (at) => local(at).hour,
    financialYearOf: (at) => {
      const { year, month } = local(at);
      return month < APRIL ? year - 1 : year;
    },
    yearOf: (at) => local(at).year,
    monthsOf: (at) => {
      const { year } = local(at);
      return Array.from({ length: 12 }, (_, month) => new Temporal.PlainYearMonth(year, month + 1).toString());
    },
  };
};
