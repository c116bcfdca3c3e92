import { expect, it } from 'vitest';
import { isEmailAddress, normalEmail } from './email-address.ts';

it.each([
  [' Meera@School.Example\u00a0', 'meera@school.example'],
  ['mee\u200bra@school.example', 'meera@school.example'],
  ['\u202bmeera@school.example\u200f', 'meera@school.example'],
  ['mee\u00adra@scho\u00adol.example', 'meera@school.example'],
  ['meera\ufe0f@school.example\ufeff', 'meera@school.example'],
  ['meera@school.example.', 'meera@school.example'],
  ['meera＠school.example', 'meera@school.example'],
  ['rene\u0301@school.example', 'ren\u00e9@school.example'],
  ['RENÉ@school.example', 'rené@school.example'],
  ['info@Bücher.example', 'info@xn--bcher-kva.example'],
  ['info@bu\u0308cher.example.', 'info@xn--bcher-kva.example'],
  ['info@XN--BCHER-KVA.example', 'info@xn--bcher-kva.example'],
  ['info@bücher。example', 'info@xn--bcher-kva.example'],
  ['सीमा@उदाहरण.भारत', 'सीमा@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
  ['meera+courses@school.example', 'meera+courses@school.example'],
  ['m.ee.ra@school.example', 'm.ee.ra@school.example'],
  ['owner@localhost', 'owner@localhost'],
  ['a@b@school.example', 'a@b@school.example'],
  ['nobody', 'nobody'],
  ['', ''],
])('%j has the normal form %j', (typed, normal) => {
  expect(normalEmail(typed)).toBe(normal);
  expect(normalEmail(normal)).toBe(normal);
});

it.each([
  'meera',
  '@school.example',
  'meera@',
  'meera@.',
  'a b@school.example',
  'a@b@school.example',
  'a\u0001@school.example',
  'a@bü/cher.example',
  `m@${'üa.'.repeat(80)}example`,
])('%j is no address, also in its normal form', (typed) => {
  expect(isEmailAddress(normalEmail(typed))).toBe(false);
});
