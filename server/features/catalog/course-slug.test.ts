import { expect, test } from 'vitest';
import { slugOf } from './course-slug.ts';

const slugs: [title: string, slug: string][] = [
  ['The Shopkeeper’s Balance Sheet', 'the-shopkeepers-balance-sheet'],
  ['  Kilns: Fire, Clay & Patience! ', 'kilns-fire-clay-patience'],
  ['Crème brûlée in 20 minutes', 'creme-brulee-in-20-minutes'],
  ['मानसून को पढ़ना सीखें', 'मानसून-को-पढ़ना-सीखें'.normalize('NFC')],
  ['தமிழ் இலக்கணம்', 'தமிழ்-இலக்கணம்'],
  ['C++', 'c'],
  ['???', 'course'],
  ['Description', 'description-course'],
  ['Preview', 'preview-course'],
  [`${'word '.repeat(30)}end`, Array(16).fill('word').join('-')],
];

test.each(slugs)('%s is at %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
