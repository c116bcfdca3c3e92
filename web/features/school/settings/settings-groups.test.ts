import { expect, test } from 'vitest';
import { createLanguage, english } from '#contract/languages/language.ts';
import { pages } from '#contract/pages.ts';
import { adminEntries } from '#web/app/layout/admin/entries.ts';
import { findSettings } from './find-settings.ts';
import { settingsGroups } from './settings-groups.ts';

const found = (search: string) => findSettings(search, english).map(({ entry, word }) => [english._(entry.name), word]);

test.each([
  [
    'gst',
    [
      ['Receipts and tax', undefined],
      ['Receipts and tax', 'GSTIN'],
      ['Receipts and tax', 'GST rate in percent'],
    ],
  ],
  ['GSTIN', [['Receipts and tax', 'GSTIN']]],
  [
    'logo',
    [
      ['School', undefined],
      ['School', 'Logo'],
      ['Teaching', 'Logo of the school'],
    ],
  ],
  ['smtp', [['Email', 'Mail server']]],
  [
    'upi',
    [
      ['Ways to pay', undefined],
      ['Ways to pay', 'UPI to the school'],
      ['Ways to pay', 'UPI ID'],
      ['Getting paid', 'UPI online'],
    ],
  ],
  [' webhook secret ', [['Getting paid', 'Webhook secret']]],
  [
    'discourse',
    [
      ['Community', 'Address of the forum'],
      ['Community', 'Secret'],
    ],
  ],
  ['gstt', []],
])('“%s” finds %o', (search, entries) => {
  expect(found(search)).toEqual(entries);
});

test('a field that is found has the address of its page and of itself, and a letter finds no field', () => {
  expect(findSettings('time zone', english).map(({ to }) => to)).toEqual([
    '/admin/settings/school',
    '/admin/settings/school#field=Time+zone',
  ]);
  expect(findSettings('x', english).every(({ field }) => field === undefined)).toBe(true);
});

test('a search finds words of the language of the page, and those of English', () => {
  const { id } = settingsGroups[0]?.entries[0]?.name ?? { id: '' };
  const german = createLanguage('de', { [id]: 'Schule' });
  const names = (search: string) => findSettings(search, german).map(({ entry, word }) => [german._(entry.name), word]);
  expect(names('schule')).toEqual([['Schule', undefined]]);
  expect(names('favicon')).toEqual([['Schule', 'Icon']]);
});

test('a word is found between the commas of another script', () => {
  const entry = settingsGroups.flatMap(({ entries }) => entries).find(({ words }) => words);
  const arabic = createLanguage('ar', { [entry?.words?.id ?? '']: 'الاسم، الشعار، الألوان' });
  const words = findSettings('الشعار', arabic).map(({ entry: { page }, word }) => [page, word]);
  expect(words).toEqual([[entry?.page, 'الشعار']]);
});

test('every page of settings is in a group or a tab, once', () => {
  const listed = settingsGroups.flatMap(({ entries }) => entries.map(({ page }) => page));
  expect(new Set(listed).size).toBe(listed.length);
  const reached = new Set<string>([
    ...listed,
    ...adminEntries.flatMap(({ tabs = [] }) => tabs.map(({ page }) => page)),
  ]);
  const left = Object.entries(pages)
    .filter(([name, { path }]) => path.startsWith('/admin/settings/') && !reached.has(name))
    .map(([name]) => name);
  // The page of languages leads to the words and the texts.
  expect(left).toEqual(['ownWords', 'schoolTexts', 'firstSteps']);
});
