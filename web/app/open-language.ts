import { catalogues } from 'virtual:words';
import { createLanguage, type Language, type Words } from '#contract/languages/language.ts';
import type { Text } from '#contract/languages/compile-message.ts';

/** Loads the words of a page; undefined where it needs none. */
let loadWords: (page: string) => Promise<void> | undefined = () => undefined;

/** The words of a page, which come beside its code. On the server every page is there. */
export const wordsFor = (page: string): Promise<void> | undefined => loadWords(page);

/** A language with the words of the frame; those of a page come with it. What the school says in its own words stays. */
export const openLanguage = async (code: string, reading?: Promise<Words | undefined>): Promise<Language> => {
  const [catalogue, own] = await Promise.all([catalogues[code]?.(), reading]);
  const words: Record<string, Text> = { ...catalogue?.default, ...own };
  loadWords = (page) => catalogue?.pages[page]?.().then((more) => void Object.assign(words, more.default, own));
  return createLanguage(code, words);
};

/** A language with the words of all pages. */
export const wholeLanguage = async (code: string, own?: Words): Promise<Language> => {
  const catalogue = await catalogues[code]?.();
  const pages = await Promise.all(Object.values(catalogue?.pages ?? {}).map(async (load) => load?.()));
  const words: Record<string, Text> = { ...catalogue?.default };
  for (const page of pages) Object.assign(words, page?.default);
  Object.assign(words, own);
  return createLanguage(code, words);
};
