import { ENGLISH, formatCount } from '../format.ts';
import { SOURCE_LANGUAGE } from '../school/language-paths.ts';
import type { Text } from './compile-message.ts';

export type Words = Readonly<Record<string, Text>>;

/** A text of the source, with what it is found by in a catalogue. */
export interface Descriptor {
  id: string;
  message?: Text;
  values?: Values;
}

/** What writes texts in one language. What its catalogue lacks is written as in the source. */
export interface Language {
  /** With its code. */
  i18n: { locale: string };
  /** How dates, lengths and lists are written, with digits 0 to 9, and times as 14:12. */
  locale: string;
  _: (text: Descriptor | string) => string;
}

/** English needs no Intl, whose first use keeps a phone from responding for a tenth of a second. */
const createPluralRule = (code: string): ((count: number) => string) => {
  if (code === SOURCE_LANGUAGE) return (count) => (count === 1 ? 'one' : 'other');
  const rules = new Intl.PluralRules(code);
  return (count) => rules.select(count);
};

type Values = Readonly<Record<string, unknown>>;

const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

/** `words` may grow while pages are opened. */
export const createLanguage = (code: string, words: Words): Language => {
  const pluralOf = createPluralRule(code);
  const write = (text: Text, values: Values, count?: number): string => {
    if (typeof text === 'string') return text;
    const parts = text.map((part) => {
      if (part === '#' && count !== undefined) return formatCount(count);
      if (typeof part === 'string') return part;
      const [name, kind, forms] = part;
      const value = values[name];
      if (!kind || !forms) return plain(value);
      const form =
        (Object.hasOwn(forms, plain(value)) ? forms[plain(value)] : undefined) ??
        (kind === 'plural' ? forms[pluralOf(Number(value))] : undefined);
      return write(form ?? forms['other'] ?? '', values, kind === 'plural' ? Number(value) : count);
    });
    return parts.join('');
  };
  /** A text of people may be the name of a member that every object has. */
  const find = (id: string): Text | undefined => {
    const found = words[id];
    return typeof found === 'string' || Array.isArray(found) ? found : undefined;
  };
  return {
    i18n: { locale: code },
    locale: code === SOURCE_LANGUAGE ? ENGLISH : `${code}-IN-u-hc-h23-nu-latn`,
    _: (text) => {
      if (typeof text === 'string') return write(find(text) ?? text, {});
      return write(find(text.id) ?? text.message ?? '', text.values ?? {});
    },
  };
};

export const english = createLanguage(SOURCE_LANGUAGE, {});
