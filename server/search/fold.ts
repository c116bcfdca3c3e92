/** Accents, points and vowel signs that many omit, signs that lengthen a word, invisible joiners, and apostrophes. */
const IGNORED =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc'’‘`´ʼʻ\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Letters that are written in more than one way, and that no normal form of Unicode makes equal. */
const SAME: Readonly<Record<string, string>> = {
  œ: 'oe', æ: 'ae', ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ς: 'σ',
  // Arabic as Persian, Urdu and Egyptian keyboards write it.
  ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ہ: 'ه', ھ: 'ه', ة: 'ه',
  // Indic letters of one sign that are also written with two.
  ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്', ৎ: 'ত্', '\u0a70': '\u0a02',
}; // prettier-ignore
const SAME_LETTERS = new RegExp(`[${Object.keys(SAME).join('')}]`, 'g');

/** The blocks of Indic scripts with an anusvara, which have their letters in the same places. */
const INDIC_BLOCKS = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xc00, 0xc80, 0xd00];

/** In each script, a nasal consonant that is joined to the next one, and a nasal vowel: `हिन्दी` and `हिंदी` are one word. */
const NASALS = INDIC_BLOCKS.map((block) => {
  const at = (place: number): string => String.fromCodePoint(block + place);
  const nasals = [0x19, 0x1e, 0x23, 0x28, 0x2e].map(at).join('');
  return {
    nasal: new RegExp(`[${nasals}]${at(0x4d)}(?=[${at(0x15)}-${at(0x39)}])|${at(0x01)}`, 'gu'),
    anusvara: at(0x02),
  };
});
const INDIC = /[\u0900-\u0d7f]/;

const foldNasals = (text: string): string =>
  INDIC.test(text) ? NASALS.reduce((folded, { nasal, anusvara }) => folded.replace(nasal, anusvara), text) : text;

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Each script has its ten digits one after the other. */
const toDigit = (letter: string): string => {
  const code = letter.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value += 1;
  return String(value);
};

const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Katakana are hiragana in other shapes. */
const toHiragana = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60);

/** A text as it is compared in searches: words that people write in different ways become equal. */
export const fold = (text: string): string =>
  foldNasals(
    text
      .normalize('NFKD')
      .replace(IGNORED, '')
      .toLowerCase()
      .replace(SAME_LETTERS, (letter) => SAME[letter] ?? letter),
  )
    .normalize('NFC')
    .replace(/[ァ-ヶ]/g, toHiragana)
    .replace(OTHER_DIGIT, toDigit);
