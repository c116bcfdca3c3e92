import { lettersNotDrawn } from './letters.ts';

const codesOf = (letter: string): string =>
  Array.from(
    letter,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');

/** A sentence for a document that has a box in place of a letter. */
export const lettersNote = (texts: readonly string[]): string[] => {
  const missing = lettersNotDrawn(...texts);
  return missing.length === 0
    ? []
    : [`No font of this school has these letters: ${missing.map(codesOf).join(', ')}. Copied text has them.`];
};
