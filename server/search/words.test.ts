import { expect, test } from 'vitest';
import { courseKeys, keysOfQuery, lectureKeys } from './keys.ts';
import { mostSimilar, spellingKeys } from './spelling.ts';
import { highlightsOf, wordsOf, wordsOfQuery } from './words.ts';

test('words are found without their accents, capitals, apostrophes and signs between them', () => {
  expect(wordsOf('The Shopkeeper’s Café: 100% ÄRGER, naïve—again the café')).toEqual([
    'the',
    'shopkeepers',
    'cafe',
    '100',
    'arger',
    'naive',
    'again',
  ]);
  expect(wordsOf('C++ and C# and C')).toEqual(['c++', 'and', 'c#', 'c']);
  expect(wordsOf('% — …')).toEqual([]);
});

test('words of Indic scripts keep their vowel signs, and are found without the dot below', () => {
  expect(wordsOf('घर का बजट: ख़र्च')).toEqual(['घर', 'का', 'बजट', 'खर्च']);
  expect(wordsOf('कर्नाटक संगीत', 'தமிழ்', 'ক্ষেত')).toEqual(['कर्नाटक', 'संगीत', 'தமிழ்', 'ক্ষেত']);
  expect(wordsOf('क़लम')).toEqual(wordsOf('क़लम'));
});

test('a query has at most eight words, and a word forty letters', () => {
  expect(wordsOfQuery('a b c d e f g h i j')).toHaveLength(8);
  expect(wordsOf('x'.repeat(100))).toEqual(['x'.repeat(40)]);
});

const highlighted = (text: string, query: string): string =>
  highlightsOf(text, wordsOfQuery(query)).reduceRight(
    (marked, [from, to]) => `${marked.slice(0, from)}[${marked.slice(from, to)}]${marked.slice(to)}`,
    text,
  );

test('the beginnings of words that match are highlighted, as they are written', () => {
  expect(highlighted('Carnatic Singing: scarce Care', 'car')).toBe('[Car]natic Singing: scarce [Car]e');
  expect(highlighted('Crème Brûlée', 'creme brul')).toBe('[Crème] [Brûl]ée');
  expect(highlighted('कर्नाटक संगीत', 'कर्ना')).toBe('[कर्ना]टक संगीत');
  expect(highlighted('ख़र्च और बचत', 'खर')).toBe('[ख़र्च] और बचत');
  expect(highlighted('Shopkeeper’s books', 'shopkeepers boo')).toBe('[Shopkeeper’s] [boo]ks');
  expect(highlighted('Carnatic', 'music')).toBe('Carnatic');
});

test('similar words share a spelling key, and the most similar one comes first', () => {
  const share = (a: string, b: string): boolean =>
    new Set(spellingKeys(a)).intersection(new Set(spellingKeys(b))).size > 0;
  expect([
    share('muisc', 'music'),
    share('carr', 'car'),
    share('karnatik', 'carnatic'),
    share('music', 'balance'),
  ]).toEqual([true, true, true, false]);
  expect(mostSimilar('karnatic', ['carnatic', 'karnatik', 'karma', 'karnatic'])).toEqual(['karnatik', 'carnatic']);
  expect(mostSimilar('muisc', ['music', 'mosaic', 'magic'])).toEqual(['music']);
});

test('beginnings of words in titles and names are keys, and of all other texts only whole words', () => {
  const title = wordsOf('C++');
  const names = [...title, ...wordsOf('बज')];
  expect(courseKeys({ title, names, words: [...names, 'cash'] })).toEqual([
    '=c',
    '=c+',
    '=c++',
    '~c',
    '~c+',
    '~c++',
    '~ब',
    '~बज',
    'c',
    'c+',
    'c++',
    'ब',
    'बज',
    'cash',
  ]);
  expect(lectureKeys({ title: ['gst'], words: ['gst', 'cash'] })).toEqual(['=g', '=gs', '=gst', 'gst', 'cash']);
  expect(keysOfQuery(['gs', 'ca'])).toEqual({
    title: ['=gs', '=ca'],
    names: ['~gs', '~ca'],
    anywhere: ['gs', 'ca'],
  });
});
