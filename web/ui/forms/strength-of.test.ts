import { expect, test } from 'vitest';
import { strengthOf } from './strength-of.ts';

test.each([
  ['rain', 'short'],
  ['', 'short'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmn', 'weak'],
  ['12345678901234', 'weak'],
  ['Password@123', 'weak'],
  ['gurukul2026!!!!!!', 'weak'],
  ['iloveyou2024', 'weak'],
  ['password password', 'weak'],
  ['lantern rain', 'good'],
  ['k7#vQ2mz9p', 'good'],
  ['rain over the sea at noon', 'good'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});

test('what others know of its user counts for nothing', () => {
  expect(strengthOf('meera nair reads')).toBe('good');
  expect(strengthOf('meera nair reads', ['Meera Nair', 'meera@school.example'])).toBe('weak');
});
