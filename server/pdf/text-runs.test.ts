import { describe, expect, it } from 'vitest';
import { type Family, outlinesOf } from './fonts.ts';
import { paragraphOf } from './text-runs.ts';

/** The runs of a line from left to right, each with its family; in brackets where it is drawn as outlines. */
const drawn = (given: string): string[] => {
  const { text, runsOf } = paragraphOf(given);
  return runsOf(0, text.length).map(({ family, text: part, isPlain }) => `${family} ${isPlain ? part : `[${part}]`}`);
};

describe('a line of text', () => {
  it('is drawn with the font of each script, and stays text where a viewer can copy it', () => {
    expect(drawn('Asha शर्मा, আশা (நிலா) Ελένη')).toEqual([
      'eczar Asha ',
      'eczar [शर्मा]',
      'eczar , ',
      'noto-sans-bengali [আশা]',
      'eczar  (',
      'noto-sans-tamil [நிலா]',
      'eczar ) Ελένη',
    ]);
  });

  it('has the letters of Welsh, Vietnamese and Russian names', () => {
    expect(drawn('Siân Ŵyn, Thế, Анна')).toEqual([
      'eczar Siân ',
      'noto-serif-latin-ext [Ŵ]',
      'eczar yn, Th',
      'noto-serif-vietnamese [ế]',
      'eczar , ',
      'noto-serif-cyrillic [Анна]',
    ]);
  });

  it('goes from right to left in Arabic, and numbers and Latin words in it from left to right', () => {
    expect(drawn('شركة ABC (النور) 12')).toEqual([
      'eczar 12',
      'eczar [) ]',
      'noto-naskh-arabic [النور]',
      'eczar [ (]',
      'eczar ABC',
      'eczar [ ]',
      'noto-naskh-arabic [شركة]',
    ]);
    expect(drawn('Nur محمد علي, Pune')).toEqual([
      'eczar Nur ',
      'noto-naskh-arabic [علي]',
      'eczar [ ]',
      'noto-naskh-arabic [محمد]',
      'eczar , Pune',
    ]);
  });

  it('has a box for each letter that no font has', () => {
    expect(drawn('王 សុ ਗੁਰ')).toEqual([
      'noto-sans-han [王]',
      'eczar  ',
      'eczar [\ufffd\ufffd]',
      'eczar  ',
      'noto-sans-gurmukhi [ਗੁਰ]',
    ]);
  });

  it('has no characters that nobody sees, such as those that turn text around, but those that join letters', () => {
    expect(drawn('a\u202eb\u00adc\u0000\td')).toEqual(['eczar abc d']);
    expect(drawn('क्\u200dष')).toEqual(['eczar [क्\u200dष]']);
  });
});

/** As Chromium measures the words, in thousandths of the size of the font. */
it.each<[string, Family, number]>([
  ['सारथी', 'eczar', 2231],
  ['विद्यार्थी', 'eczar', 2646],
  ['ஸ்ரீதேவி', 'noto-sans-tamil', 4365],
  ['বন্দ্যোপাধ্যায়', 'noto-sans-bengali', 5045],
  ['রবীন্দ্র', 'noto-sans-bengali', 2325],
  ['محمّد', 'noto-naskh-arabic', 2009],
])('%s is shaped as in a browser', (word, family, width) => {
  const isRightToLeft = family === 'noto-naskh-arabic';
  expect(outlinesOf(word, { family, weight: 'regular', isRightToLeft }).width).toBe(width);
});
