import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import type { AvailableLanguage, Language } from '#contract/school/languages.ts';
import { fail } from './errors.ts';

/** The catalogues of translators: one file for each language beside English. */
const FOLDER = join(import.meta.dirname, '../contract/languages');
/** `msgid ""` is the head of a catalogue. */
const TEXT = /^msgid (?!""\n(?:msgstr)).*\n(?:".*\n)*msgstr (?<translation>.*\n(?:".*\n)*)/gm;

/** The name of a language in itself. */
const nameOf = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

const readCatalogue = (code: string): AvailableLanguage => {
  const texts = [...readFileSync(join(FOLDER, `${code}.po`), 'utf8').matchAll(TEXT)];
  const translated = texts.filter(({ groups }) => groups?.['translation']?.trim() !== '""').length;
  return { code, name: nameOf(code), isComplete: translated === texts.length, translated, texts: texts.length };
};

let found: AvailableLanguage[] | undefined;

/** English, and every language that has a catalogue. */
export const availableLanguages = (): AvailableLanguage[] => {
  if (found) return found;
  const translated = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.po'))
    .map((file) => readCatalogue(file.slice(0, -'.po'.length)));
  const texts = Math.max(0, ...translated.map((one) => one.texts));
  const english = { code: SOURCE_LANGUAGE, name: 'English', isComplete: true, translated: texts, texts };
  return (found = [english, ...translated]);
};

/** Throws `validation_failed`, about a field, for a language that the interface does not have. */
export const assertAvailable = (path: string, codes: readonly string[]): void => {
  const known = new Set(availableLanguages().map(({ code }) => code));
  if (codes.every((code) => known.has(code))) return;
  throw fail('validation_failed', { details: [{ path, message: messages.settings.badLanguage }] });
};

/** The languages with these codes, as pages name them; a language without its catalogue is left out. */
export const switchedOn = (codes: readonly string[]): Language[] =>
  codes.flatMap((code) => {
    const language = availableLanguages().find((one) => one.code === code);
    return language ? [{ code, name: language.name, isComplete: language.isComplete }] : [];
  });
