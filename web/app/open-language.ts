import { catalogues } from 'virtual:words';
import { createLanguage, type Language } from '#contract/languages/language.ts';
import type { Text } from '#contract/languages/compile-message.ts';

/** Loads the words of a page; undefined where it needs none. */
let loadWords: (page: string) => Promise<void> | undefined = () => undefined;

/** The words of a page, which come beside its code. On the server every page is there. */
export const wordsFor = (page: string): Promise<void> | undefined => loadWords(page);

/** A language with the words of the frame; those of a page come with it. */
export const openLanguage = async (code: string): Promise<Language> => {
  const catalogue = await catalogues[code]?.();
  const words: Record<string, Text> = { ...catalogue?.default };
  loadWords = (page) => catalogue?.pages[page]?.().then((own) => void Object.assign(words, own.default));
  return createLanguage(code, words);
};

/** A language with the words of all pages. */
export const wholeLanguage = async (code: string): Promise<Language> => {
  const catalogue = await catalogues[code]?.();
  const pages = await Promise.all(Object.values(catalogue?.pages ?? {}).map(async (load) => load?.()));
  const words: Record<string, Text> = { ...catalogue?.default };
  for (const page of pages) Object.assign(words, page?.default);
  return createLanguage(code, words);
};
