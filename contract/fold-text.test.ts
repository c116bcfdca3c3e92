import { expect, test } from 'vitest';
import { foldCode, foldReadCode, foldText } from './fold-text.ts';

test.each([
  ['don’t', "don't"],
  ['don`t', "don't"],
  ['“Hello”', '"hello"'],
  ['«oui»', '"oui"'],
  ['5′ 10″', '5\' 10"'],
  ['well‑known', 'well-known'],
  ['1939–1945', '1939-1945'],
  ['−5', '-5'],
  ['wait…', 'wait...'],
  ['  RENÉE \u00a0 Rao\t\n', 'renee rao'],
  ['a\u2009b\u3000c\u0085d', 'a b c d'],
])('folds signs and spaces: %j is %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['zero width', 'pa\u200bss\u2060word\ufeff', 'password'],
  ['a soft hyphen', 'co\u00adoperate', 'cooperate'],
  ['directions', '\u200eabc\u200f\u202a\u202c\u2066\u2069', 'abc'],
  ['an emoji of characters', '❤️', '❤'],
  ['a family', '👨\u200d👩\u200d👧', '👨👩👧'],
  ['decomposed accents', 'e\u0301te\u0301', 'ete'],
  ['full width', 'ＡＢＣ－１２', 'abc-12'],
  ['half width', 'ｶﾞ', 'ガ'],
  ['ligatures', 'ﬁnal', 'final'],
  ['subscripts', 'H₂O', 'h2o'],
  ['a diaeresis', 'Zürich', 'zurich'],
  ['STRASSE', 'Straße', 'strasse'],
  ['other Latin letters', 'Łódź, cœur, Øre, Þæt', 'lodz, coeur, ore, þaet'],
  ['Turkish capitals', 'İSTANBUL', 'istanbul'],
  ['the last sigma', 'ΟΔΟΣ', 'οδος'],
  ['accents of Greek', 'Αθήνα', 'αθηνα'],
])('folds %s', (_, text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['nukta', 'ज़रूर', 'जरूर'],
  ['a composed nukta', '\u095bरूर', 'ज़रूर'],
  ['a joiner', 'क्\u200dष', 'क्ष'],
  ['a nasal of Devanagari', 'हिन्दी', 'हिंदी'],
  ['a nasal before p', 'सम्पादक', 'संपादक'],
  ['the half moon', 'चाँद', 'चांद'],
  ['a nasal of Gujarati', 'હિન્દી', 'હિંદી'],
  ['a nasal of Telugu', 'హిన్దీ', 'హిందీ'],
  ['a nasal of Kannada', 'ಹಿನ್ದಿ', 'ಹಿಂದಿ'],
  ['chillu of Malayalam', 'അവൻ', 'അവന്\u200d'],
  ['khanda ta of Bengali', 'হঠাৎ', 'হঠাত্\u200d'],
  ['parts of vowels of Tamil', 'கொ', 'கெ\u0bbe'],
  ['vowel points of Arabic', 'كِتَاب', 'كتاب'],
  ['stretched Arabic', 'كتــاب', 'كتاب'],
  ['a Persian keyboard', 'علی', 'علي'],
  ['vowel points of Hebrew', 'שָׁלוֹם', 'שלום'],
  ['digits of Devanagari', '१९४७', '1947'],
  ['digits of Bengali', '১৯৭১', '1971'],
])('two spellings with %s are the same', (_, text, other) => {
  expect(foldText(text)).toBe(foldText(other));
});

test.each([
  ['कीमत', 'किमत'],
  ['कीमत', 'कमत'],
  ['10²', '102'],
  ['5½', '51/2'],
  ['अन्न', 'अंन'],
  ['cash', 'cas h'],
  ['か', 'が'],
  ['C', 'C++'],
  ['தமிழ்', 'தமிழ'],
])('%j and %j stay apart', (text, other) => {
  expect(foldText(text)).not.toBe(foldText(other));
});

test.each([
  ['10²', '10^2'],
  ['10⁻³', '10^-3'],
  ['5½', '5 1/2'],
  ['½', '1/2'],
])('%j is what a keyboard writes as %j', (text, typed) => {
  expect(foldText(text)).toBe(typed);
});

test('folds what is folded to the same', () => {
  const texts = ['Don’t', 'हिन्दी', 'അവൻ', '10²', 'Straße', 'ΟΔΟΣ', 'é', '한국어', 'ｶﾞ'];
  expect(texts.map((text) => foldText(foldText(text)))).toEqual(texts.map(foldText));
});

test.each([
  'x7f2m-09kqz',
  ' X7F2M 09KQZ',
  'x7f2m–09kqz',
  'x7f2m\u2011\u200b09kqz',
  'ｘ７ｆ２ｍ－０９ｋｑｚ',
  'x7f2m-०९kqz',
])('%j is the same code', (code) => {
  expect(foldCode(code)).toBe('x7f2m09kqz');
  expect(foldReadCode(code.replace('0', 'O'))).toBe('x7f2m09kqz');
});
