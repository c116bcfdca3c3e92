import { expect, test } from 'vitest';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { effectsOf, type OpensDraft } from './plan-opens.tsx';
import { draftOf, makesVersion, newPlan, type PlanDraft, planSchema } from './plan-draft.ts';
import { english } from '#contract/languages/language.ts';

const monthly: AdminPlan = {
  _id: 'p1',
  opens: 'everything',
  name: 'Monthly',
  priceInPaise: 7950,
  comparePriceInPaise: 9900,
  term: { unit: 'month', count: 3 },
  isRenewing: true,
  refundDays: 7,
  parts: null,
  isVisible: false,
  isDefault: false,
  members: 0,
  isSold: true,
  holders: 0,
  salesInPaise: 0,
  versions: [],
};
const drafted: PlanDraft = {
  name: 'Monthly',
  opens: { kind: 'everything', courseIds: [] },
  priceInPaise: '79.50',
  comparePriceInPaise: '99',
  term: { unit: 'month', count: '3', date: '' },
  isRenewing: true,
  refundDays: '7',
  parts: { isOn: false, graceDays: '3', list: [] },
  isVisible: false,
};

test('a plan is shown as it is typed, and what is typed becomes the plan', () => {
  expect(draftOf(monthly)).toEqual(drafted);
  expect(draftOf({ ...monthly, comparePriceInPaise: null }).comparePriceInPaise).toBe('');
  expect(planSchema.parse(drafted)).toEqual({
    name: 'Monthly',
    opens: 'everything',
    priceInPaise: 7950,
    comparePriceInPaise: 9900,
    term: { unit: 'month', count: 3 },
    isRenewing: true,
    refundDays: 7,
    parts: null,
    isVisible: false,
  });
  expect(planSchema.parse({ ...drafted, comparePriceInPaise: ' ' }).comparePriceInPaise).toBeNull();
});

test('a new plan is a visible month without renewal, with seven days of refund', () => {
  expect(newPlan).toEqual({
    name: '',
    opens: { kind: 'everything', courseIds: [] },
    priceInPaise: '',
    comparePriceInPaise: '',
    term: { unit: 'month', count: '1', date: '' },
    isRenewing: false,
    refundDays: '7',
    parts: { isOn: false, graceDays: '3', list: [] },
    isVisible: true,
  });
});

test('a lifetime has no count and never renews, whatever was typed before', () => {
  const { term, isRenewing } = planSchema.parse({ ...drafted, term: { unit: 'lifetime', count: 'x', date: '' } });
  expect([term, isRenewing]).toEqual([{ unit: 'lifetime', count: 1 }, false]);
});

test('numbers are whole, and blanks around them do not count', () => {
  for (const unit of ['day', 'month', 'year'] as const) {
    const { term, refundDays } = planSchema.parse({
      ...drafted,
      term: { unit, count: ' 10 ', date: '' },
      refundDays: ' 14',
    });
    expect([term, refundDays]).toEqual([{ unit, count: 10 }, 14]);
  }
});

test.each<[Partial<PlanDraft>, string]>([
  [{ priceInPaise: 'x' }, 'priceInPaise'],
  [{ comparePriceInPaise: 'x' }, 'comparePriceInPaise'],
  [{ term: { unit: 'month', count: '', date: '' } }, 'term.count'],
  [{ term: { unit: 'month', count: '1.5', date: '' } }, 'term.count'],
  [{ term: { unit: 'month', count: '1x', date: '' } }, 'term.count'],
  [{ term: { unit: 'month', count: '123456', date: '' } }, 'term.count'],
  [{ opens: { kind: 'courses', courseIds: [] } }, 'opens.courseIds'],
  [{ refundDays: 'a7' }, 'refundDays'],
  [{ refundDays: '0x10' }, 'refundDays'],
  [{ refundDays: '1.5' }, 'refundDays'],
])('%j is refused at %s', (change, path) => {
  const { error } = planSchema.safeParse({ ...drafted, ...change });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});

test.each<[boolean, Partial<PlanDraft>]>([
  [false, {}],
  [false, { name: 'Other', comparePriceInPaise: '', isVisible: true, priceInPaise: ' ₹79.5 ' }],
  [true, { priceInPaise: '80' }],
  [true, { term: { unit: 'year', count: '3', date: '' } }],
  [true, { term: { unit: 'month', count: '4', date: '' } }],
  [true, { isRenewing: false }],
  [true, { refundDays: '8' }],
  [true, { opens: { kind: 'courses', courseIds: ['c1'] } }],
])('makes a version: %j after %j', (isNew, change) => {
  expect(makesVersion(monthly, { ...drafted, ...change })).toBe(isNew);
});

test('a free plan neither renews nor refunds', () => {
  const free = planSchema.parse({ ...drafted, priceInPaise: '0', comparePriceInPaise: '', refundDays: 'x' });
  expect([free.priceInPaise, free.isRenewing, free.refundDays]).toEqual([0, false, 0]);
});

const shelf: AdminPlan = { ...monthly, members: 31, opens: { courseIds: ['pottery', 'statistics'] } };
const titles = new Map([
  ['monsoon', 'Monsoon'],
  ['pottery', 'Pottery'],
  ['tamil', 'Tamil'],
]);
const courses = (...courseIds: string[]): OpensDraft => ({ kind: 'courses', courseIds });

test.each<[AdminPlan, OpensDraft, string[]]>([
  [shelf, courses('pottery', 'statistics'), []],
  [shelf, courses('monsoon', 'pottery', 'statistics'), ['Monsoon opens at once for 31 people who have this plan.']],
  [shelf, courses('statistics'), ['Later buyers don’t get Pottery; 31 people keep it.']],
  [
    { ...shelf, members: 1 },
    courses('monsoon', 'statistics', 'tamil'),
    [
      'Monsoon and Tamil open at once for 1 person who has this plan.',
      'Later buyers don’t get Pottery; 1 person keeps it.',
    ],
  ],
  [
    shelf,
    { kind: 'everything', courseIds: [] },
    ['Later buyers get everything; 31 people keep the courses they have now.'],
  ],
  [monthly, courses('pottery'), []],
  [
    { ...monthly, members: 2 },
    courses('pottery'),
    ['Later buyers get only the chosen courses; 2 people keep everything.'],
  ],
])('says what a change does to present holders', (plan, draft, sentences) => {
  expect(effectsOf({ plan, draft, titleOf: (id) => titles.get(id) }, english)).toEqual(sentences);
});

test('a course that is taken out makes a version, one that is added does not', () => {
  const draft = draftOf(shelf);
  expect(makesVersion(shelf, { ...draft, opens: courses('monsoon', 'pottery', 'statistics') })).toBe(false);
  expect(makesVersion(shelf, { ...draft, opens: courses('statistics') })).toBe(true);
});
