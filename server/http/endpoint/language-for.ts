import { english, type Language } from '#contract/languages/language.ts';
import { acceptedLanguage, languageOf } from '#server/languages.ts';
import type { OwnWords } from '#server/own-words.ts';

declare module 'fastify' {
  interface FastifyInstance {
    languageFor: LanguageFor;
  }
}

/** The language that a header `Accept-Language` asks for. */
export type LanguageFor = (accepted: string | undefined) => Promise<Language>;

/** As every school says it. */
export const standardLanguageFor = (accepted: string | undefined): Language => {
  const code = acceptedLanguage(accepted);
  return code === undefined ? english : languageOf(code);
};

/** As this school says it. A program that asks for no language reads English unchanged. */
export const createLanguageFor =
  (ownWords: Pick<OwnWords, 'read'>): LanguageFor =>
  async (accepted) => {
    const code = acceptedLanguage(accepted);
    return code === undefined ? english : (await ownWords.read()).languageOf(code);
  };
