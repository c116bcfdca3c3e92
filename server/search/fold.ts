import { foldText } from '#contract/fold-text.ts';

/** Apostrophes, and Arabic signs above and below letters, such as those of أ and ؤ. */
const IGNORED = /['\u0610-\u061a\u0653-\u0655\u06d6-\u06ed]/g;

/** Letters that a search takes for the same, and an answer does not. */
const SAME: Readonly<Record<string, string>> = {
  þ: 'th',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  // Arabic as Persian, Urdu and Egyptian keyboards write it.
  ٱ: 'ا',
  ى: 'ي',
  ہ: 'ه',
  ھ: 'ه',
  ة: 'ه',
  // The two nasal signs of Gurmukhi.
  '\u0a70': '\u0a02',
};
const SAME_LETTERS = new RegExp(`[${Object.keys(SAME).join('')}]`, 'g');

/** Katakana are hiragana in other shapes. */
const toHiragana = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60);

/** A text as it is compared in searches, which find more than what is the same. */
export const fold = (text: string): string =>
  foldText(text)
    .normalize('NFD')
    .replaceAll(IGNORED, '')
    .normalize('NFC')
    .replaceAll(SAME_LETTERS, (letter) => SAME[letter] ?? letter)
    .replaceAll(/[ァ-ヶ]/g, toHiragana);
