import { formatCalendarDay, formatDays } from '../format.ts';
import { compileMessage, type Text } from './compile-message.ts';
import type { Language } from './language.ts';

/**
 * A text that is written when its reader is known: in their language, with its values as that language has them. Values are
 * never translated or interpreted.
 */
export interface Sentence {
  message: string;
  values: Readonly<Record<string, Value>>;
}
/** A string stays as it is. */
export type Said = string | Sentence;

export type Value =
  | Said
  | number
  | { money: number }
  /** A moment, as its day or with its time; in a zone of its own, or that of the school. */
  | { date: string; zone?: string }
  | { time: string }
  /** Such as `2026-12-01`. */
  | { day: string }
  | { from: string; to: string }
  | { list: readonly Said[] };

/** The message is found in the catalogues: `npm run languages` reads these calls. */
export const say = (message: string, values: Sentence['values'] = {}): Sentence => ({ message, values });

/** A value alone, as its reader writes it. */
export const valued = (value: Value): Sentence => ({ message: '{value}', values: { value } });

/** Sentences one after the other. */
export const inARow = (texts: readonly Said[]): Sentence => ({
  message: texts.map((_, at) => `{${at}}`).join(' '),
  values: Object.fromEntries(texts.map((text, at) => [at, text])),
});

/** How a reader writes money and moments. */
export interface ReaderFormat {
  money: (inPaise: number) => string;
  /** Such as `15 June 2027`. */
  date: (instant: string, zone?: string) => string;
  /** Such as `15 June 2027 at 10:00`. */
  time: (instant: string) => string;
}

/** English, which every catalogue may lack: compiled once, because the messages are those of the source. */
const compiled = new Map<string, Text>();
const inEnglish = (message: string): Text => {
  const text = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, text);
  return text;
};

export type Write = (said: Said) => string;

/** Writes sentences in a language. */
export const createWriter = ({ _, locale, i18n }: Language, format: ReaderFormat): Write => {
  const write: Write = (said) => {
    if (typeof said === 'string') return said;
    const { message } = said;
    const values = Object.fromEntries(Object.entries(said.values).map(([name, value]) => [name, valueOf(value)]));
    return _({ id: message, message: inEnglish(message), values });
  };
  const valueOf = (value: Value): string | number => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string' || 'message' in value) return write(value);
    if ('money' in value) return format.money(value.money);
    if ('date' in value) return format.date(value.date, value.zone);
    if ('time' in value) return format.time(value.time);
    if ('day' in value) return formatCalendarDay(value.day, locale);
    if ('from' in value) return formatDays(value.from, value.to, locale);
    return new Intl.ListFormat(i18n.locale).format(value.list.map(write));
  };
  return write;
};
