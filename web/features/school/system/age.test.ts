import { expect, test } from 'vitest';
import { english } from '#contract/languages/language.ts';
import { ageOf } from './storage-panel.tsx';

test.each([
  [59_000, 'less than a minute'],
  [60_000, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [60 * 60_000, '1 hour'],
  [47.9 * 60 * 60_000, '47 hours'],
  [48 * 60 * 60_000, '2 days'],
])('%i milliseconds are %s', (ageMs, text) => {
  expect(ageOf('2026-06-15T04:30:00.000Z', Date.parse('2026-06-15T04:30:00.000Z') + ageMs, english)).toBe(text);
});
