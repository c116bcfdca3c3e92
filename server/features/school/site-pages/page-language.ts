import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { builtIn } from './built-in-pages.ts';

const WORDS_OF_A_SENTENCE = 4;

/** The standard texts are English, and so is a page that keeps a sentence of its own. */
export const keepsStandardText = (slug: string, body: string): boolean => {
  const lines = new Set(body.split('\n').map((line) => line.trim()));
  const standard = (builtIn(slug)?.body ?? '').split('\n');
  return standard.some((line) => lines.has(line) && line.split(' ').length >= WORDS_OF_A_SENTENCE);
};

export interface Written {
  body: string;
  /** As stored; undefined while nobody changed the page. */
  language?: string | undefined;
}

/** The language in which a page is written. */
export const languageOf = (slug: string, { body, language = SOURCE_LANGUAGE }: Written): string =>
  keepsStandardText(slug, body) ? SOURCE_LANGUAGE : language;
