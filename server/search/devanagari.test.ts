import { expect, test } from 'vitest';
import { inLatin } from './devanagari.ts';
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
  ['न', 'na'],
  ['रामायण2', 'ramayan2'],
  ['Kabir', 'kabir'],
  ['கபீர்', 'கபீர்'],
])('%s is %s in Latin letters', (word, latin) => {
  expect(inLatin(fold(word))).toBe(latin);
});
