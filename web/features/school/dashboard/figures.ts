import { msg } from '@lingui/core/macro';
import { localTime } from '#web/ui/text/local-time.ts';
import { dateFormat, ENGLISH } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';

export interface MonthlySales {
  month: string;
  sales: number;
}

const formatMonth = (date: number, month: 'short' | 'long', locale: string): string =>
  dateFormat(locale, { month, timeZone: 'UTC' }).format(date);

/** "Jan" for 0; in English of three letters, also "Sep". */
export const shortMonth = (index: number, locale: string): string =>
  formatMonth(Date.UTC(2000, index, 1), 'short', locale === ENGLISH ? 'en-US' : locale);

/** A missing month has no sales. */
export const salesByMonth = (record: readonly number[], locale = ENGLISH): MonthlySales[] =>
  Array.from({ length: 12 }, (_, index) => ({
    month: shortMonth(index, locale),
    sales: record[index] ?? 0,
  }));

/** "37%"; never rounded to 0% or 100%. */
export const shareOf = (part: number, whole: number, { _ }: Language): string => {
  if (whole <= 0 || part <= 0) return '0%';
  const percent = Math.round((part / whole) * 100);
  if (percent === 0) return _(msg`under 1%`);
  return part < whole ? `${Math.min(percent, 99)}%` : `${percent}%`;
};

const longMonth = (date: number, locale: string): string => formatMonth(date, 'long', locale);

/** The current month in a time zone; `index` is 0 for January. */
export function calendarMonth(
  nowMs: number,
  timeZone: string,
  locale: string,
): { index: number; name: string; year: string } {
  const { year, month } = localTime(nowMs, timeZone);
  return { index: month - 1, name: longMonth(Date.UTC(year, month - 1, 1), locale), year: String(year) };
}

/** "June" for `06`, "15 June" for `06-15`, and a year as it is. */
export const nameOfPeriod = (key: string, per: 'day' | 'month' | 'year', locale = ENGLISH): string => {
  if (per === 'year') return key;
  const [month = 1, day] = key.split('-').map(Number);
  const name = longMonth(Date.UTC(2000, month - 1, 1), locale);
  return per === 'day' && day !== undefined ? `${day} ${name}` : name;
};

const oneDigit = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 });

/** "3.8%"; "–" when there is nothing to take a share of. */
export const rateOf = (part: number, whole: number): string => (whole === 0 ? '–' : oneDigit.format(part / whole));

const signed = new Intl.NumberFormat('en-IN', { signDisplay: 'exceptZero' });

export const withSign = (count: number): string => signed.format(count);

/** Reports are read in whole rupees. */
export const toRupees = (paise: number): number => Math.round(paise / 100) * 100;

/** "November 2026" of `2026-11`. */
export const monthName = (month: string, locale = ENGLISH): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${longMonth(Date.UTC(year, number - 1, 1), locale)} ${year}`;
};

/** The given number of months, backwards from one such as `2026-11`, which is the first. */
export const monthsBack = (month: string, count: number): string[] => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, number - 1 - index, 1)).toISOString().slice(0, 7),
  );
};

/** "1–28 October" of two days of a month; with both months otherwise. */
export const spanInWords = (from: string, to: string, { _, locale }: Language): string => {
  const [first, last] = [nameOfPeriod(from.slice(5), 'day', locale), nameOfPeriod(to.slice(5), 'day', locale)];
  if (from === to) return first;
  return from.slice(0, 7) === to.slice(0, 7) ? `${first.split(' ')[0]}–${last}` : _(msg`${first} to ${last}`);
};
