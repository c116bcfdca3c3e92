import { msg } from '@lingui/core/macro';
import type { Language } from '#contract/languages/language.ts';
import {
  formatCalendarDay,
  formatDay,
  formatDuration,
  formatMoment,
  formatMoney,
  formatSize,
} from '#contract/format.ts';
import { LABELS, WORDS } from './field-words.ts';

const INSTANT = /^(\d{4})-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const FOR_LIFE = '9999';

/** Ids say nothing to a reader. */
export const isReadable = (field: string): boolean => !/Ids?$/.test(field);

/** `receivedOn` as "Received on", where no text says it. */
export const fieldLabel = (field: string, { _ }: Language): string => {
  const known = LABELS[field];
  if (known !== undefined) return _(known);
  const words = field
    .replace(/^(?:is|has|are)(?=[A-Z])/, '')
    .replace(/(?:InPaise|At|Ms|Bytes)$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

interface Place {
  timeZone: string;
  currencySymbol: string;
  language: Language;
}

const instantText = (field: string, value: string, { timeZone, language: { _, locale } }: Place): string => {
  if (value.startsWith(FOR_LIFE)) return _(msg`for life`);
  return /until$/i.test(field) ? formatDay(value, timeZone, locale) : formatMoment(value, timeZone, locale);
};

/** A value as a reader writes it: money with its currency, times in the zone of the school. */
export const valueText = (field: string, value: string, place: Place): string => {
  const { _, locale } = place.language;
  const number = value === '' ? Number.NaN : Number(value);
  if (value === '') return _(msg({ message: 'none', context: 'value' }));
  if (Number.isFinite(number)) {
    if (field.endsWith('InPaise')) return formatMoney(number, place.currencySymbol);
    if (field.endsWith('Ms')) return formatDuration(number);
    if (field.endsWith('Bytes')) return formatSize(number);
    return /percent/i.test(field) ? `${value}%` : value;
  }
  if (INSTANT.test(value)) return instantText(field, value, place);
  if (DAY.test(value)) return formatCalendarDay(value, locale);
  const word = WORDS[value];
  if (word !== undefined) return _(word);
  return /^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
};
