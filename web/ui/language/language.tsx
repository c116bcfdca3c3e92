import { cloneElement, createContext, isValidElement, type ReactElement, type ReactNode, use } from 'react';
import { ENGLISH, formatCount } from '#contract/format.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';

/** A compiled text: words, values by their name, and forms of which a value chooses one. */
export type Text = string | readonly (string | readonly [name: string, kind?: string, forms?: Record<string, Text>])[];
export type Words = Readonly<Record<string, Text>>;

/** A text of the source, as the build leaves it: with what it is found by in a catalogue. */
interface Descriptor {
  id: string;
  message?: Text;
  values?: Readonly<Record<string, unknown>>;
}

/** What draws texts in one language. What its catalogue lacks is shown as in the source. */
export interface Language {
  /** With its code. */
  i18n: { locale: string };
  /** How dates, lengths and lists are written, with digits 0 to 9. */
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
      const form = forms[plain(value)] ?? (kind === 'plural' ? forms[pluralOf(Number(value))] : undefined);
      return write(form ?? forms['other'] ?? '', values, kind === 'plural' ? Number(value) : count);
    });
    return parts.join('');
  };
  return {
    i18n: { locale: code },
    locale: code === SOURCE_LANGUAGE ? ENGLISH : `${code}-IN-u-nu-latn`,
    _: (text) => {
      if (typeof text === 'string') return write(words[text] ?? text, {});
      return write(words[text.id] ?? text.message ?? '', text.values ?? {});
    },
  };
};

export const english = createLanguage(SOURCE_LANGUAGE, {});

const LanguageContext = createContext(english);
export const LanguageProvider = LanguageContext;

/**
 * The build calls it for `useLingui` of the macros.
 *
 * @public
 */
export const useLingui = (): Language => use(LanguageContext);

/** The language of the page, for functions that write a text. */
export const useLanguage = (): Language => use(LanguageContext);

/** The locale of the page, for the functions of `contract/format.ts`. */
export const useLocale = (): string => use(LanguageContext).locale;

/** Translates a message of the contract; what people wrote stays as it is. */
export const useSay = (): ((message: string) => string) => use(LanguageContext)._;

/** A message that may be one of the contract. */
export const Said = ({ children }: { children: ReactNode }): ReactNode => {
  const say = useSay();
  return typeof children === 'string' ? say(children) : children;
};

const TAG = /<(?<open>\w+)>(?<inner>[^]*?)<\/\k<open>>|<(?<alone>\w+)\/>/;

/** Puts elements in the places of `<0>…</0>` and `<0/>`. */
const withElements = (text: string, elements: Readonly<Record<string, ReactElement>>, key = 0): ReactNode[] => {
  const found = TAG.exec(text);
  if (!found?.groups) return [text];
  const { open, inner, alone } = found.groups;
  const element = elements[open ?? alone ?? ''];
  const content = inner === undefined ? [] : withElements(inner, elements);
  const drawn = element ? cloneElement(element, { key }, ...content) : content;
  return [
    text.slice(0, found.index),
    drawn,
    ...withElements(text.slice(found.index + found[0].length), elements, key + 1),
  ];
};

/** The build calls it for `Trans` and `Plural` of the macros. */
export function Trans({
  values = {},
  components = {},
  ...text
}: Descriptor & { components?: Readonly<Record<string, ReactElement>> }) {
  const { _ } = use(LanguageContext);
  const elements = { ...components };
  const written: Record<string, unknown> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    if (!isValidElement(value)) continue;
    elements[name] = value;
    written[name] = `<${name}/>`;
  }
  return withElements(_({ ...text, values: written }), elements);
}
