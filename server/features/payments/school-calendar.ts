const SECOND_MS = 1000;

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
  /** The last millisecond of the day that is `days` after the day of `at`. */
  endOfDay(at: number, days: number): number;
  /** The thirteen moments at which the months of the year of `at` begin, the next January included. */
  monthStarts(at: number): number[];
  /** Such as `15 June 2026`. */
  formatDate(at: number): string;
}

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
  const longDate = new Intl.DateTimeFormat('en-IN', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });

  const localTime = (at: number): LocalTime => {
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

  const offsetAt = (at: number): number => asUtc(localTime(at)) - Math.floor(at / SECOND_MS) * SECOND_MS;

  /** The second look is for moments close to a change of the clocks. */
  const fromLocal = (time: LocalTime): number => {
    const wanted = asUtc(time);
    const near = wanted - offsetAt(wanted);
    return wanted - offsetAt(near);
  };

  const midnight = (year: number, month: number, day: number): number =>
    fromLocal({ year, month, day, hour: 0, minute: 0, second: 0 });

  return {
    addYear: (at) => {
      const time = localTime(at);
      const lastDay = new Date(Date.UTC(time.year + 1, time.month + 1, 0)).getUTCDate();
      const fraction = at - Math.floor(at / SECOND_MS) * SECOND_MS;
      return fromLocal({ ...time, year: time.year + 1, day: Math.min(time.day, lastDay) }) + fraction;
    },
    endOfDay: (at, days) => {
      const { year, month, day } = localTime(at);
      return midnight(year, month, day + days + 1) - 1;
    },
    monthStarts: (at) => {
      const { year } = localTime(at);
      return Array.from({ length: 13 }, (_, month) => midnight(year, month, 1));
    },
    formatDate: (at) => longDate.format(at),
  };
};
