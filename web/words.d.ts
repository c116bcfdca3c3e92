declare module 'virtual:words' {
  import type { Words } from '#contract/languages/language.ts';

  interface Catalogue {
    /** Of the frame, and the messages of the contract. */
    default: Words;
    /** Of each page, by its name. */
    pages: Partial<Record<string, () => Promise<{ default: Words }>>>;
  }
  /** By the code of a language. */
  export const catalogues: Partial<Record<string, () => Promise<Catalogue>>>;
}
