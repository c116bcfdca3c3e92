import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import { compileMessage, type Text } from '#contract/languages/compile-message.ts';
import { createLanguage, english, type Language as Writing, type Words } from '#contract/languages/language.ts';
import { createWriter } from '#contract/languages/say.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import type { AvailableLanguage, Language, LanguageSettings } from '#contract/school/languages.ts';
import { fail } from './errors.ts';

/** The catalogues of translators: one file for each language beside English. */
const FOLDER = join(import.meta.dirname, '../contract/languages');
/** `msgid ""` is the head of a catalogue. */
const TEXT =
  /^(?<notes>(?:#.*\n)*)(?:msgctxt (?<context>.*\n(?:".*\n)*))?msgid (?!""\n(?:msgstr))(?<text>.*\n(?:".*\n)*)msgstr (?<translation>.*\n(?:".*\n)*)/gm;

/** The name of a language in itself. */
export const nameOf = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/** Text of a catalogue is quoted by line, with the escapes of JSON. */
const unquoted = (lines = '""'): string =>
  lines
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line)))
    .join('');

/** As they are quoted. */
const readTexts = (code: string) =>
  [...readFileSync(join(FOLDER, `${code}.po`), 'utf8').matchAll(TEXT)].map(({ groups = {} }) => groups);

const readCatalogue = (code: string): AvailableLanguage => {
  const texts = readTexts(code);
  const translated = texts.filter(({ translation }) => translation?.trim() !== '""').length;
  return { code, name: nameOf(code), isComplete: translated === texts.length, translated, texts: texts.length };
};

/** A text of the interface. */
export interface CatalogueText {
  /** As the build gives it. */
  id: string;
  original: string;
  context: string;
  /** Empty while it is missing. */
  translation: string;
  /** Where it stands: files of the pages, or keys of the contract's messages. */
  places: string[];
  /** For translators, such as what stands in the places of values. */
  comments: string[];
}

const ID_LENGTH = 6;

const toText = ({ notes = '', context, text, translation }: Record<string, string | undefined>): CatalogueText => {
  const lines = notes.split('\n');
  const noted = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length).trim());
  const [original, ofContext] = [unquoted(text), unquoted(context)];
  return {
    id: hash('sha256', `${original}\u001f${ofContext}`, 'base64url').slice(0, ID_LENGTH),
    original,
    context: ofContext,
    translation: unquoted(translation),
    places: noted('#:'),
    comments: noted('#.'),
  };
};

const texts = new Map<string, ReadonlyMap<string, CatalogueText>>();
/** Every text of the interface by its id, with its translation into a language. */
export const textsIn = (code: string): ReadonlyMap<string, CatalogueText> => {
  const known = texts.get(code);
  if (known) return known;
  // English has no catalogue, and each other one lists all of it.
  const [catalogue = ''] = code === SOURCE_LANGUAGE ? catalogues() : [code];
  const read = readTexts(catalogue).map((groups) =>
    toText(code === SOURCE_LANGUAGE ? { ...groups, translation: undefined } : groups),
  );
  const found = new Map(read.map((text) => [text.id, text]));
  texts.set(code, found);
  return found;
};

const wordsBy = (find: (text: string) => Text | undefined): Words =>
  new Proxy({}, { get: (_, text): unknown => (typeof text === 'string' ? find(text) : undefined) });

/** Compiled when they are first said: an email needs a few of thousands. */
const readWords = (code: string): Words => {
  const translations = new Map(
    readTexts(code).flatMap(({ context, text, translation = '' }) =>
      context === undefined && translation.trim() !== '""' ? [[unquoted(text), translation] as const] : [],
    ),
  );
  const compiled = new Map<string, Text>();
  const find = (text: string): Text | undefined => {
    const translation = translations.get(text);
    const words = compiled.get(text) ?? (translation && compileMessage(unquoted(translation)));
    if (words) compiled.set(text, words);
    return words;
  };
  return wordsBy(find);
};

const wordsOf = new Map<string, Words>([[SOURCE_LANGUAGE, {}]]);
const standardWords = (code: string): Words => {
  const words = wordsOf.get(code) ?? readWords(code);
  wordsOf.set(code, words);
  return words;
};

const known = new Map([[SOURCE_LANGUAGE, english]]);
/**
 * What writes the messages of the contract, and the sentences of emails, notices and documents. English for a language that has no
 * catalogue: a document keeps its language for ever, and a version may have fewer.
 */
export const languageOf = (code: string): Writing => {
  if (!isAvailable(code)) return english;
  const language = known.get(code) ?? createLanguage(code, standardWords(code));
  known.set(code, language);
  return language;
};

/** For what has no reader with a language: the log, the terminal, and files for other programs. Moments stay as programs read them. */
export const inEnglish = createWriter(english, { money: String, date: String, time: String });

/** A language in which a school says something in its own words. */
export const languageWith = (code: string, own: Words): Writing => {
  const standard = standardWords(code);
  const find = (text: string): Text | undefined => (Object.hasOwn(own, text) ? own[text] : standard[text]);
  return createLanguage(code, wordsBy(find));
};

const catalogues = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.po'))
    .map((file) => file.slice(0, -'.po'.length));

let found: AvailableLanguage[] | undefined;

/** English, and every language that has a catalogue. */
export const availableLanguages = (): AvailableLanguage[] => {
  if (found) return found;
  const translated = catalogues().map(readCatalogue);
  const texts = Math.max(0, ...translated.map((one) => one.texts));
  const english = { code: SOURCE_LANGUAGE, name: 'English', isComplete: true, translated: texts, texts };
  return (found = [english, ...translated]);
};

export const isAvailable = (code: string): boolean => availableLanguages().some((one) => one.code === code);

/** Throws `validation_failed`, about a field, for a language that the interface does not have. */
export const assertAvailable = (path: string, codes: readonly string[]): void => {
  if (codes.every(isAvailable)) return;
  throw fail('validation_failed', { details: [{ path, message: messages.settings.badLanguage }] });
};

/** The languages with these codes, as pages name them; a language without its catalogue is left out. */
export const switchedOn = (codes: readonly string[]): Language[] =>
  codes.flatMap((code) => {
    const language = availableLanguages().find((one) => one.code === code);
    return language ? [{ code, name: language.name, isComplete: language.isComplete }] : [];
  });

/** The language of the school, or English where this version has no catalogue of it. */
export const schoolLanguage = ({ language }: LanguageSettings): string =>
  isAvailable(language) ? language : SOURCE_LANGUAGE;

/** With the languages that the school had before: courses may be written in them. */
export interface LanguageHistory extends LanguageSettings {
  former: readonly string[];
  /** Of the texts of the home page, where it is not that of the school. */
  home?: string | undefined;
}

/** Whether it always had: nothing of it is written in another one. */
export const hasOneLanguage = ({ others, former }: LanguageHistory): boolean => others.length + former.length === 0;

/** Whether the school has this language: its own, or one beside it. */
export const hasLanguage = ({ language, others }: LanguageSettings, code: string): boolean =>
  [language, ...others].includes(code) && isAvailable(code);

/** The language that somebody chose, if the school has it beside its own. */
export const chosenAmong = ({ others }: LanguageSettings, code: string | null | undefined): string | null =>
  others.find((one) => one === code && isAvailable(one)) ?? null;

/** More are not looked at. */
const ACCEPTED_MAX = 20;

/** The language that a header `Accept-Language` asks for first among those of the interface; undefined without one. */
export const acceptedLanguage = (header = ''): string | undefined => {
  const accepted = header
    .split(',', ACCEPTED_MAX)
    .map((part) => {
      const [range = '', weight] = part.split(';').map((text) => text.trim().toLowerCase());
      return { code: range.split('-', 1)[0], weight: Number(weight?.replace(/^q=/, '') ?? 1) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const codes = new Set(availableLanguages().map(({ code }) => code));
  const code = accepted.find((one) => one.code === '*' || codes.has(one.code ?? ''))?.code;
  return code === '*' ? undefined : code;
};
