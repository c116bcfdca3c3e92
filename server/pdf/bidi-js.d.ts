/** The types of bidi-js describe its main file as a module, which Node loads as CommonJS. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';
  export type { EmbeddingLevels } from 'bidi-js';
  export default function createBidi(): Bidi;
}
