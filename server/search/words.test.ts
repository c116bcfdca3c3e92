// @module-tag both
import { expect, test } from 'vitest';
import { courseKeys, keysOfQuery, lectureKeys } from './keys.ts';
import { mostSimilar, spellingKeys } from './spelling.ts';
import { highlightsOf, indexWordsOf, wordsOf, wordsOfQuery } from './words.ts';

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

/** Whether each word of a query begins a word of the text, as the index looks for it. */
const isFound = (text: string, query: string): boolean => {
  const known = indexWordsOf(text);
  const words = wordsOfQuery(query);
  return words.length > 0 && words.every((word) => known.some((one) => one.startsWith(word)));
};

test.each([
  ['日本語文法の基礎と会話', '文法'],
  ['日本語文法の基礎と会話', '話'],
  ['零基础学习机器学习入门', '机器学习'],
  ['Python入門 第２版', '入門 python 2'],
  ['ラーメンの作り方', 'らーめん'],
  ['ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ', 'プログラ'],
  ['ภาษาไทยสำหรับผู้เริ่มต้น', 'เริ่มต้น'],
  ['한국어 문법', '한국어 문법'],
  ['हिन्दी व्याकरण', 'हिंदी'],
  ['हिंदी व्याकरण', 'हिन्दी'],
  ['हँसना और सम्बन्ध', 'हंसना संबंध'],
  ['ਪੰਜਾਬੀ', 'ਪਂਜਾਬੀ'],
  ['తెలుగు హిన్దీ', 'హిందీ'],
  ['മലയാളം അവര്\u200d', 'അവർ'],
  ['कक्षा १०', 'कक्षा 10'],
  ['Cœur de métier', 'coeur'],
  ['Coeur de métier', 'cœur'],
  ['Straßenbau', 'strassenbau'],
  ['STRASSENBAU', 'straße'],
  ['Łódź, Øresund, Đà Nẵng', 'lodz oresund da nang'],
  ['İstanbul ve Iğdır', 'istanbul igdir'],
  ['Ελληνικός', 'ελληνικοσ'],
  ['مُقَدِّمَة في الإحصاء', 'مقدمه الاحصاء'],
  ['الـعـربـية', 'العربية'],
  ['فارسی برای همه', 'فارسي'],
  ['שָׁלוֹם', 'שלום'],
  ['E-mail marketing', 'email'],
  ['Email marketing', 'e-mail'],
  ['T-shirts', 'tshirt'],
  ['Node.js and .NET', 'nodejs .net'],
  ['AT&T networks', 'att'],
  ['PowerPoint', 'power point'],
  ['L’art de vivre', 'art'],
  ['D‘Souza', 'dsouza'],
  ['Earn ₹1,00,000', '100000'],
  ['C++ for beginners', 'c++'],
  ['Ｃ＃ の 基礎', 'c#'],
])('%s is found by %s', (text, query) => expect(isFound(text, query)).toBe(true));

test('words of scripts without spaces are not found where their letters are not beside each other', () => {
  expect([isFound('日本語文法', '日語'), isFound('日本語文法', '本文'), isFound('ภาษาไทย', 'ไทยภา')]).toEqual([
    false,
    false,
    false,
  ]);
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
  expect(highlighted('हिन्दी व्याकरण', 'हिंदी')).toBe('[हिन्दी] व्याकरण');
  expect(highlighted('Cœur de métier', 'coeur')).toBe('[Cœur] de métier');
  expect(highlighted('日本語文法の基礎、英文法', '文法')).toBe('日本語[文法]の基礎、英[文法]');
  expect(highlighted('机器学习入门', '机器学习')).toBe('[机器学习]入门');
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
    '~^',
    '~^b',
    '~^ba',
    '~^baj',
    '~^baja',
    'c',
    'c+',
    'c++',
    'ब',
    'बज',
    '^',
    '^b',
    '^ba',
    '^baj',
    '^baja',
    'cash',
  ]);
  expect(lectureKeys({ title: ['gst'], words: ['gst', 'cash'] })).toEqual(['=g', '=gs', '=gst', 'gst', 'cash']);
  expect(keysOfQuery(['gs', 'ca'])).toEqual({
    title: [
      ['=gs', '=^gs'],
      ['=ca', '=^ca'],
    ],
    names: [
      ['~gs', '~^gs'],
      ['~ca', '~^ca'],
    ],
    anywhere: [
      ['gs', '^gs'],
      ['ca', '^ca'],
    ],
  });
});
