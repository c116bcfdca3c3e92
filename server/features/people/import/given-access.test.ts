import { expect, test } from 'vitest';
import { dayIn, grantsIn } from './given-access.ts';

test.each([
  ['2027-05-03', '2027-05-03'],
  ['2027-5-3', '2027-05-03'],
  ['3/5/2027', '2027-05-03'],
  ['03-05-2027', '2027-05-03'],
  ['3.5.2027', '2027-05-03'],
  ['For life', '9999-12-31'],
  ['lifetime', '9999-12-31'],
  ['29/2/2027', undefined],
  ['5/13/2027', undefined],
  ['May 2027', undefined],
  ['', undefined],
])('the day in %j is %s', (text, day) => {
  expect(dayIn(text)).toBe(day);
});

const statistics = { name: 'Statistics', courseIds: ['c1'], untilDay: '9999-12-31' };
const plans = [
  statistics,
  { name: 'Yearly bundle', courseIds: undefined, untilDay: '2027-06-15' },
  { name: 'Twice', courseIds: ['c1'], untilDay: '9999-12-31' },
  { name: 'twice', courseIds: ['c2'], untilDay: '9999-12-31' },
];

test.each([
  ['', '', undefined],
  ['statistics', '', { planName: 'Statistics', courseIds: ['c1'], untilDay: '9999-12-31' }],
  ['Ｓtatistics\u200B', '३–५–२०२७', { planName: 'Statistics', courseIds: ['c1'], untilDay: '2027-05-03' }],
  ['Yearly bundle', '', { planName: 'Yearly bundle', courseIds: undefined, untilDay: '2027-06-15' }],
  ['Yearly bundle', '2026-12-31', { planName: 'Yearly bundle', courseIds: undefined, untilDay: '2026-12-31' }],
  ['', '2026-06-15', { planName: undefined, courseIds: undefined, untilDay: '2026-06-15' }],
  ['Unknown', '', { problem: { kind: 'unknownPlan', name: 'Unknown' } }],
  ['TWICE', '', { problem: { kind: 'severalPlans' } }],
  ['Statistics', 'soon', { problem: { kind: 'badDay' } }],
  ['Statistics', '2026-06-14', { problem: { kind: 'pastDay' } }],
])('the plan %j and the day %j give %j', (plan, until, given) => {
  const row = { line: 2, cells: ['asha@class.example', plan, until] };
  expect(grantsIn(row, { plan: 1, until: 2 }, { today: '2026-06-15', plans })).toEqual(given);
});

test('without these columns a line gives nothing', () => {
  const row = { line: 2, cells: ['asha@class.example', 'Statistics'] };
  expect(grantsIn(row, { plan: null, until: null }, { today: '2026-06-15', plans })).toBeUndefined();
});
