import { asciiDigits } from './read-number.ts';

/**
 * What people leave out or cannot see: accents, Hebrew and Arabic vowel points, nuktas, the stretching sign of Arabic, and
 * characters without a shape such as joiners, soft hyphens and variants of emoji.
 */
const LEFT_OUT =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]|\p{Default_Ignorable_Code_Point}/gu;

/** Letters that have two spellings, without and with a joiner or on another keyboard. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ی: 'ي',
  ک: 'ك',
  ৎ: 'ত্',
  ൺ: 'ണ്',
  ൻ: 'ന്',
  ർ: 'ര്',
  ൽ: 'ല്',
  ൾ: 'ള്',
  ൿ: 'ക്',
};
const OTHER_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Where Devanagari, Gujarati, Telugu and Kannada begin. Their letters stand in the same order. */
const INDIC_BLOCKS = [0x900, 0xa80, 0xc00, 0xc80];
const CANDRABINDU = 0x01;
const ANUSVARA = 0x02;
const VIRAMA = 0x4d;
/** The first of the four consonants of each class, and its nasal. */
const CLASSES = [0x15, 0x1a, 0x1f, 0x24, 0x2a].map((first) => [first, first + 4] as const);

/** A nasal before a consonant of its class, as in हिन्दी, is written as a dot too: हिंदी. */
const nasals = INDIC_BLOCKS.map((block) => {
  const sign = (offset: number): string => String.fromCharCode(block + offset);
  const joined = CLASSES.map(
    ([first, nasal]) => `${sign(nasal)}${sign(VIRAMA)}(?=[${sign(first)}-${sign(first + 3)}])`,
  );
  return { written: new RegExp(`${joined.join('|')}|${sign(CANDRABINDU)}`, 'g'), dot: sign(ANUSVARA) };
});

const withDots = (text: string): string =>
  nasals.reduce((folded, { written, dot }) => folded.replaceAll(written, dot), text);

/**
 * The same for texts that a reader takes for the same: without case, accents, differences of quotes, dashes, digits and
 * spaces, and spellings of one word in Indian scripts. Only for comparing: it is never shown. Its length is at most that of the
 * text times 18.
 */
export const foldText = (text: string): string => {
  const signs = text
    .replaceAll(/['`´‘’‚‛′ʹʻʼ׳]/g, "'")
    .replaceAll(/["“”„‟″«»״]/g, '"')
    // 10² is not 102, and 5½ is not 51/2.
    .replaceAll(/[⁺⁻⁰¹²³⁴-⁹ⁿ]+/g, '^$&')
    .replaceAll(/[¼-¾⅐-⅞↉]/g, ' $&');
  const letters = signs
    .normalize('NFKD')
    .replaceAll(LEFT_OUT, '')
    // In capital letters ß is SS, and the two small sigmas are one.
    .toUpperCase()
    .toLowerCase()
    .replaceAll(OTHER_LETTER, (letter) => LETTERS[letter] ?? letter);
  return withDots(asciiDigits(letters))
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll('⁄', '/')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC');
};

/** A code that people type or paste, as it is compared: without spaces, dashes and signs that nobody sees. */
export const foldCode = (code: string): string => foldText(code).replaceAll(/[\s-]/g, '');

/** The same of codes that were written in letters and digits of which no two look alike (Crockford's). */
export const foldReadCode = (code: string): string => foldCode(code).replaceAll('o', '0').replaceAll(/[il]/g, '1');
