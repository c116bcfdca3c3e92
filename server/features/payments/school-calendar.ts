const SECOND_MS = 1000;
const QUARTER_HOUR_MS = 15 * 60_000;
const MOST_OFFSETS = 1000;
const APRIL = 3;

interface LocalTime {
  year: number;
  /** 0 is January. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Dates as the school's people read them: all moments are epoch milliseconds, all days those of one time zone. */
export interface SchoolCalendar {
  /** The same date and time one year on; 29 February becomes 28 February. */
  addYear(at: number): number;
  /** The same date and time one year before; 29 February becomes 28 February. */
  yearBefore(at: number): number;
  /** The last millisecond of the day that is `days` after the day of `at`. */
  endOfDay(at: number, days: number): number;
  /** Such as `15 June 2026`. */
  formatDate(at: number): string;
  /** Such as `15 June 2026, 10:00 am`. */
  formatTime(at: number): string;
  /** Such as `2026-06-15`: sorts as it is dated. */
  dayOf(at: number): string;
  /** The last millisecond of a day such as `2026-06-15`. */
  endOf(day: string): number;
  /** The year, April to March, that `at` is in, by its first year: 2026 for June 2026 and for February 2027. */
  financialYearOf(at: number): number;
  /** The months of the year of `at`, January first, each such as `2026-01`. */
  monthsOf(at: number): string[];
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export const createCalendar = (timeZone: string): SchoolCalendar => {
  const numbers = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const dateAndTime = new Intl.DateTimeFormat('en-IN', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const longDate = new Intl.DateTimeFormat('en-IN', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });

  const readClock = (at: number): LocalTime => {
    const parts = new Map(numbers.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return {
      year: part('year'),
      month: part('month') - 1,
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
      second: part('second'),
    };
  };

  const asUtc = ({ year, month, day, hour, minute, second }: LocalTime): number =>
    Date.UTC(year, month, day, hour, minute, second);

  /** Clocks change on a quarter of an hour, and asking `Intl` costs more than all the rest. */
  const offsets = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = asUtc(readClock(quarter)) - quarter;
    if (offsets.size >= MOST_OFFSETS) offsets.clear();
    offsets.set(quarter, offset);
    return offset;
  };

  const localTime = (at: number): LocalTime => {
    const local = new Date(at + offsetAt(at));
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth(),
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
    };
  };

  /** The second look is for moments close to a change of the clocks. */
  const fromLocal = (time: LocalTime): number => {
    const wanted = asUtc(time);
    const near = wanted - offsetAt(wanted);
    return wanted - offsetAt(near);
  };

  const midnight = (year: number, month: number, day: number): number =>
    fromLocal({ year, month, day, hour: 0, minute: 0, second: 0 });

  const inYear = (at: number, years: 1 | -1): number => {
    const time = localTime(at);
    const year = time.year + years;
    const lastDay = new Date(Date.UTC(year, time.month + 1, 0)).getUTCDate();
    const fraction = at - Math.floor(at / SECOND_MS) * SECOND_MS;
    return fromLocal({ ...time, year, day: Math.min(time.day, lastDay) }) + fraction;
  };

  return {
    addYear: (at) => inYear(at, 1),
    yearBefore: (at) => inYear(at, -1),
    endOfDay: (at, days) => {
      const { year, month, day } = localTime(at);
      return midnight(year, month, day + days + 1) - 1;
    },
    formatDate: (at) => longDate.format(at),
    formatTime: (at) => dateAndTime.format(at),
    dayOf: (at) => {
      const { year, month, day } = localTime(at);
      return `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`;
    },
    endOf: (text) => {
      const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
      return midnight(year, month - 1, day + 1) - 1;
    },
    financialYearOf: (at) => {
      const { year, month } = localTime(at);
      return month < APRIL ? year - 1 : year;
    },
    monthsOf: (at) => {
      const { year } = localTime(at);
      return Array.from({ length: 12 }, (_, month) => `${year}-${twoDigits(month + 1)}`);
    },
  };
};
