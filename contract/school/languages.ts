import { z } from 'zod';
import { messages } from '../messages.ts';

/** As in addresses, such as `hi`. */
export const LanguageCode = z.string().regex(/^[a-z]{2,3}$/, messages.settings.badLanguage);

/** Of a request for what people wrote: the language of its reader. Without it, that of the profile, and then that of the school. */
export const inLanguage = { language: LanguageCode.optional() };

export const Language = z.object({
  code: z.string(),
  /** In itself. */
  name: z.string(),
  /** Whether every text of the interface is translated. */
  isComplete: z.boolean(),
});
export type Language = z.output<typeof Language>;

/** A language that the interface has, with how much of it is translated. */
export const AvailableLanguage = Language.extend({ translated: z.int(), texts: z.int() });
export type AvailableLanguage = z.output<typeof AvailableLanguage>;

const MAX_LANGUAGES = 20;

/** The languages of a school. */
export const LanguageSettings = z.object({
  /** Of addresses without a language. */
  language: LanguageCode,
  /** Those that are switched on beside it, each at addresses that begin with its code. */
  others: z.array(LanguageCode).max(MAX_LANGUAGES),
});
export type LanguageSettings = z.output<typeof LanguageSettings>;
