import { expect, test } from 'vitest';
import { BatchBody, TimetableBody } from '#contract/batches/batch-fields.ts';
import { QuizAccommodation } from '#contract/classroom/quiz-accommodations.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { english } from '#contract/languages/language.ts';
import { HistoryChange } from '#contract/school/audit-kinds.ts';
import { AllSettings } from '#contract/school/settings.ts';
import { fieldLabel, isReadable, valueText } from './change-text.ts';

const SITE = { timeZone: 'Asia/Kolkata', currencySymbol: '₹', language: english };

test.each([
  ['priceInPaise', '49900', 'Price: ₹499'],
  ['comparePriceInPaise', '', 'Compare-at price: none'],
  ['percentOff', '10', 'Percent off: 10%'],
  ['isDraft', 'true', 'Draft: Yes'],
  ['role', 'USER', 'Role: Learner'],
  ['how', 'second_step', 'With: second step'],
  ['until', '2026-12-31T18:29:59.999Z', 'Access until: 31 December 2026'],
  ['until', '9999-12-31T00:00:00.000Z', 'Access until: for life'],
  ['untilDay', '2026-12-31', 'Access until: 31 December 2026'],
  ['endsAt', '2026-12-31T00:00:00.000Z', 'Ends: 31 December 2026, 05:30'],
  ['refundDays', '7', 'Refund days: 7'],
  ['sizeBytes', '2097152', 'Size: 2 MB'],
  ['title', 'Clay, 2026', 'Title: Clay, 2026'],
  ['heroText', 'Learn in an afternoon', 'Text below it: Learn in an afternoon'],
  ['state', 'partly_refunded', 'State: partly refunded'],
  ['courses', 'Clay, Fire', 'Courses: Clay, Fire'],
  ['fields', 'purchase, paid_otherwise, cash', 'Fields: purchase, paid another way, cash'],
  ['receivedOn', '2026-12-31', 'Received on: 31 December 2026'],
])('%s of %s reads as "%s"', (field, value, text) => {
  expect(`${fieldLabel(field, english)}: ${valueText(field, value, SITE)}`).toBe(text);
});

const fieldsOf = (sections: readonly { shape: object }[]): string[] =>
  sections.flatMap(({ shape }) => Object.keys(shape));

test('every setting, and what is set for a quiz or one of its learners, has a label', () => {
  const sections = Object.values(AllSettings.shape).map(({ shape }) => shape.values);
  const fields = fieldsOf([...sections, QuizSettings, QuizAccommodation]).filter(isReadable);
  expect(fields.length).toBeGreaterThan(70);
  const marked = { ...english, _: () => 'labelled' };
  const names = new Set(['facebook', 'instagram', 'linkedin', 'x', 'sac']);
  expect(fields.filter((field) => !names.has(field) && fieldLabel(field, marked) !== 'labelled')).toEqual([]);
});

test('every fact of a payment, a person or a batch has a label', () => {
  const details = HistoryChange.options.map(({ shape }) => shape.detail);

  const fields = fieldsOf([...details, BatchBody, TimetableBody]).filter(isReadable);
  const marked = { ...english, _: () => 'labelled' };
  expect(fields.filter((field) => fieldLabel(field, marked) !== 'labelled')).toEqual([]);
});

test('ids are not shown', () => {
  expect(['planId', 'lectureIds', 'title'].filter(isReadable)).toEqual(['title']);
});
