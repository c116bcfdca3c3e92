import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** 2,39,520 in the Indian way. Not with Intl, whose first use keeps a phone from responding for a tenth of a second. */
const group = (digits: string): string => digits.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',');

/** ₹2,39,520 for 23952000 paise; ₹499.50 for 49950. */
export const formatMoney = (amountInPaise: number, symbol: string): string => {
  const [rupees = '', paise] = (amountInPaise / 100).toFixed(2).split('.');
  return `${symbol}${group(rupees)}${paise === '00' ? '' : `.${paise}`}`;
};

/** 1,04,233; with one decimal, when there is one. */
export const formatCount = (count: number): string => {
  const [whole = '', decimals] = String(Number(count.toFixed(1))).split('.');
  return group(whole) + (decimals === undefined ? '' : `.${decimals}`);
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** 8:12, or 1:02:30, as a player shows it. */
export const formatDuration = (durationMs: number): string => {
  const seconds = Math.round(durationMs / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${hours > 0 ? twoDigits(minutes) : minutes}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
};

/** 8:12, or 1:02:30, of a position: rounded down, so that it is never ahead of the video. */
export const formatPosition = (positionMs: number): string =>
  formatDuration(Math.floor(positionMs / SECOND_MS) * SECOND_MS);

/** "3 hours", in whole units: hours from one on, days from two on. */
export const formatSpan = (ms: number, round = Math.floor): string => {
  if (ms < HOUR_MS) return countOf(round(ms / MINUTE_MS), 'minute');
  return ms < 2 * DAY_MS ? countOf(round(ms / HOUR_MS), 'hour') : countOf(round(ms / DAY_MS), 'day');
};

/** 3 h 41 min, as in a sentence; under a minute in seconds. */
export const formatLength = (durationMs: number): string => {
  if (durationMs < 60_000) return `${Math.round(durationMs / 1000)} s`;
  const minutes = Math.round(durationMs / 60_000);
  const parts = [Math.floor(minutes / 60), minutes % 60];
  const words = [`${parts[0]} h`, `${parts[1]} min`].filter((_, index) => parts[index] !== 0);
  return words.join(' ');
};

/** 24 November 2026, in the school's time zone. */
export const formatDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(instant));

/** 24 November 2026, of a day without a time: `2026-11-24`. */
export const formatCalendarDay = (day: string): string => formatDay(`${day}T12:00:00Z`, 'UTC');

/** Tue, 24 Nov 2026, in the school's time zone. */
export const formatWeekday = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  }).format(new Date(instant));

/** 24 Nov 2026, in the school's time zone. */
export const formatShortDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(new Date(instant));

/** 24 Nov 2026, of a day without a time. */
export const formatShortCalendarDay = (day: string): string => formatShortDay(`${day}T12:00:00Z`, 'UTC');

/** November 2026, in the school's time zone. */
export const formatMonth = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone }).format(new Date(instant));

/** 14:12, in the school's time zone. */
export const formatTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(instant));

/** 24 November 2026, 14:12, in the school's time zone. */
export const formatMoment = (instant: string, timeZone: string): string =>
  `${formatDay(instant, timeZone)}, ${formatTime(instant, timeZone)}`;

const dayIn = (moment: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(moment);

/** As in a list of messages: 14:12 today, 24 Nov this year, 24 Nov 2025 before. */
export const formatShortMoment = (instant: string, timeZone: string, now: Date): string => {
  const moment = new Date(instant);
  const isSame = (options: Intl.DateTimeFormatOptions): boolean =>
    dayIn(moment, timeZone, options) === dayIn(now, timeZone, options);
  if (isSame({ dateStyle: 'short' })) return dayIn(moment, timeZone, { timeStyle: 'short' });
  const day = { day: 'numeric', month: 'short' } as const;
  return dayIn(moment, timeZone, isSame({ year: 'numeric' }) ? day : { ...day, year: 'numeric' });
};

const MEGABYTE = 1024 * 1024;

export const formatSize = (sizeBytes: number): string => {
  if (sizeBytes >= 1024 * MEGABYTE) return `${formatCount(sizeBytes / MEGABYTE / 1024)} GB`;
  if (sizeBytes >= MEGABYTE) return `${formatCount(sizeBytes / MEGABYTE)} MB`;
  return `${Math.ceil(sizeBytes / 1024)} KB`;
};

/** "1 lecture", "14 lectures". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "A", "A and B", "A, B and C". */
export const listOf = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

/** The keys of a record that has all of them, in its order. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] => {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
};
