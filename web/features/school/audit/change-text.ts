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
import { LABELS } from './field-words.ts';
import { SECTIONS, WORDS } from './value-words.ts';

const INSTANT = /^(\d{4})-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CODES = /^[a-z_]+(?:, [a-z_]+)+$/;
const FOR_LIFE = '9999';

/** Ids say nothing to a reader. */
export const isReadable = (field: string): boolean => !/Ids?$|^isDryRun$/.test(field);

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

/** The name of what an event changed: of ours in the language of the page, of others as they are. */
export const nameText = (kind: string, name: string, { _ }: Language): string => {
  if (kind === 'email_text_changed') return _(name);
  const section = kind === 'settings_changed' || kind === 'page_changed' ? SECTIONS[name] : undefined;
  return section === undefined ? name : _(section);
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

const wordOf = (code: string, { _ }: Language): string => {
  const word = WORDS[code];
  if (word !== undefined) return _(word);
  return /^[a-z]+(?:_[a-z]+)+$/.test(code) ? code.replaceAll('_', ' ') : code;
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
  if (CODES.test(value))
    return value
      .split(', ')
      .map((code) => wordOf(code, place.language))
      .join(', ');
  return wordOf(value, place.language);
};
