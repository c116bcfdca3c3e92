import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** The locale of English texts. Pages in other languages name theirs, see `web/ui/language`. */
export const ENGLISH = 'en-GB';

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

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const unitFormats = new Map<string, Intl.NumberFormat>();

/** What writes dates in a locale. To make one takes as long as to write a hundred dates, so that each is kept. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = locale + JSON.stringify(options);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format;
};

/** Other languages write units in full: few short ones are known. */
const unitsOf = (count: number, unit: string, locale: string): string => {
  const key = `${locale} ${unit}`;
  const format = unitFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  unitFormats.set(key, format);
  return format.format(count);
};

/** "3 hours", in whole units: hours from one on, days from two on. */
export const formatSpan = (ms: number, round = Math.floor, locale = ENGLISH): string => {
  const write = (unitMs: number, unit: string): string =>
    locale === ENGLISH ? countOf(round(ms / unitMs), unit) : unitsOf(round(ms / unitMs), unit, locale);
  if (ms < HOUR_MS) return write(MINUTE_MS, 'minute');
  return ms < 2 * DAY_MS ? write(HOUR_MS, 'hour') : write(DAY_MS, 'day');
};

/** 3 h 41 min, as in a sentence; under a minute in seconds. */
export const formatLength = (durationMs: number, locale = ENGLISH): string => {
  const write = (count: number, short: string, unit: string): string =>
    locale === ENGLISH ? `${count} ${short}` : unitsOf(count, unit, locale);
  if (durationMs < 60_000) return write(Math.round(durationMs / 1000), 's', 'second');
  const minutes = Math.round(durationMs / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && write(hours, 'h', 'hour'), rest > 0 && write(rest, 'min', 'minute')].filter(Boolean).join(' ');
};

/** 24 November 2026, in the school's time zone. */
export const formatDay = (instant: string, timeZone: string, locale = ENGLISH): string =>
  dateFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(instant));

/** 24 November 2026, of a day without a time: `2026-11-24`. */
export const formatCalendarDay = (day: string, locale = ENGLISH): string =>
  formatDay(`${day}T12:00:00Z`, 'UTC', locale);

/** 23 to 29 November. */
export const formatDays = (from: string, to: string, locale = ENGLISH): string => {
  const days = dateFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const range = days.formatRange(new Date(from), new Date(to));
  return locale === ENGLISH ? range.replace(/\s*–\s*/, ' to ') : range;
};

/** Tue, 24 Nov 2026, in the school's time zone. */
export const formatWeekday = (instant: string, timeZone: string, locale = ENGLISH): string =>
  dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  }).format(new Date(instant));

/** 24 Nov 2026, in the school's time zone. */
export const formatShortDay = (instant: string, timeZone: string, locale = ENGLISH): string =>
  dateFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(instant));

/** 24 Nov 2026, of a day without a time. */
export const formatShortCalendarDay = (day: string, locale = ENGLISH): string =>
  formatShortDay(`${day}T12:00:00Z`, 'UTC', locale);

/** November 2026, in the school's time zone. */
export const formatMonth = (instant: string, timeZone: string, locale = ENGLISH): string =>
  dateFormat(locale, { month: 'long', year: 'numeric', timeZone }).format(new Date(instant));

/** 14:12, in the school's time zone. */
export const formatTime = (instant: string, timeZone: string, locale = ENGLISH): string =>
  dateFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(instant));

/** 24 November 2026, 14:12, in the school's time zone. */
export const formatMoment = (instant: string, timeZone: string, locale = ENGLISH): string =>
  `${formatDay(instant, timeZone, locale)}, ${formatTime(instant, timeZone, locale)}`;

const dayIn = (moment: Date, timeZone: string, options: Intl.DateTimeFormatOptions, locale = ENGLISH): string =>
  dateFormat(locale, { ...options, timeZone }).format(moment);

/** As in a list of messages: 14:12 today, 24 Nov this year, 24 Nov 2025 before. */
export const formatShortMoment = (instant: string, timeZone: string, now: Date, locale = ENGLISH): string => {
  const moment = new Date(instant);
  const isSame = (options: Intl.DateTimeFormatOptions): boolean =>
    dayIn(moment, timeZone, options) === dayIn(now, timeZone, options);
  if (isSame({ dateStyle: 'short' })) return dayIn(moment, timeZone, { timeStyle: 'short' }, locale);
  const day = { day: 'numeric', month: 'short' } as const;
  return dayIn(moment, timeZone, isSame({ year: 'numeric' }) ? day : { ...day, year: 'numeric' }, locale);
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
export const listOf = (texts: readonly string[], locale = ENGLISH): string => {
  if (locale !== ENGLISH) return new Intl.ListFormat(locale).format(texts);
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
};

/** The keys of a record that has all of them, in its order. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] => {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
};
