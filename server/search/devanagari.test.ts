import { expect, test } from 'vitest';
import { inLatin, soundOf } from './devanagari.ts';
import { fold } from './fold.ts';

test.each([
  ['गणित', 'ganit'],
  ['कबीर', 'kabir'],
  ['राजनीति', 'rajniti'],
  ['समझना', 'samajhna'],
  ['भारत', 'bharat'],
  ['कमल', 'kamal'],
  ['विज्ञान', 'vigyan'],
  ['हिन्दी', 'hindi'],
  ['लक्ष्मी', 'lakshmi'],
  ['संपत्ति', 'sampatti'],
  ['ज़मीन', 'jamin'],
  ['कृष्ण', 'krishn'],
  ['मिठाई', 'mithai'],
  ['खुशबू', 'khushbu'],
  ['पैसे', 'paise'],
  ['अब', 'ab'],
  ['न', 'na'],
  ['रामायण2', 'ramayan2'],
  ['Kabir', 'kabir'],
  ['கபீர்', 'கபீர்'],
])('%s is %s in Latin letters', (word, latin) => {
  expect(inLatin(fold(word))[0]).toBe(latin);
});

test('names are found as they are written, too', () => {
  expect(inLatin(fold('कृष्ण'))).toEqual(['krishn', 'krishna']);
  expect(inLatin(fold('योग'))).toEqual(['yog', 'yoga']);
  expect(['geeta', 'pooja', 'film', 'zameen', 'vigyaan'].map(soundOf)).toEqual([
    'gita',
    'puja',
    'film',
    'jamin',
    'vigyan',
  ]);
  expect(['गीता', 'पूजा', 'फ़िल्म', 'ज़मीन', 'विज्ञान'].map((word) => soundOf(inLatin(fold(word))[0] ?? ''))).toEqual([
    'gita',
    'puja',
    'film',
    'jamin',
    'vigyan',
  ]);
});
