import { expect, test } from 'vitest';
import type { AdminPlan } from '#contract/plans.ts';
import { draftOf, makesVersion, newPlan, type PlanDraft, planSchema } from './plan-dialog.tsx';

const monthly: AdminPlan = {
  _id: 'p1',
  opens: 'everything',
  name: 'Monthly',
  priceInPaise: 7950,
  comparePriceInPaise: 9900,
  term: { unit: 'month', count: 3 },
  isRenewing: true,
  refundDays: 7,
  isVisible: false,
  isDefault: false,
  members: 0,
  salesInPaise: 0,
  versions: [],
};
const drafted: PlanDraft = {
  name: 'Monthly',
  priceInPaise: '79.50',
  comparePriceInPaise: '99',
  term: { unit: 'month', count: '3' },
  isRenewing: true,
  refundDays: '7',
  isVisible: false,
};

test('a plan is shown as it is typed, and what is typed becomes the plan', () => {
  expect(draftOf(monthly)).toEqual(drafted);
  expect(draftOf({ ...monthly, comparePriceInPaise: null }).comparePriceInPaise).toBe('');
  expect(planSchema.parse(drafted)).toEqual({
    name: 'Monthly',
    priceInPaise: 7950,
    comparePriceInPaise: 9900,
    term: { unit: 'month', count: 3 },
    isRenewing: true,
    refundDays: 7,
    isVisible: false,
  });
  expect(planSchema.parse({ ...drafted, comparePriceInPaise: ' ' }).comparePriceInPaise).toBeNull();
});

test('a new plan is a visible month without renewal, with seven days of refund', () => {
  expect(newPlan).toEqual({
    name: '',
    priceInPaise: '',
    comparePriceInPaise: '',
    term: { unit: 'month', count: '1' },
    isRenewing: false,
    refundDays: '7',
    isVisible: true,
  });
});

test('a lifetime has no count and never renews, whatever was typed before', () => {
  const { term, isRenewing } = planSchema.parse({ ...drafted, term: { unit: 'lifetime', count: 'x' } });
  expect([term, isRenewing]).toEqual([{ unit: 'lifetime', count: 1 }, false]);
});

test('numbers are whole, and blanks around them do not count', () => {
  for (const unit of ['day', 'month', 'year'] as const) {
    const { term, refundDays } = planSchema.parse({ ...drafted, term: { unit, count: ' 10 ' }, refundDays: ' 14' });
    expect([term, refundDays]).toEqual([{ unit, count: 10 }, 14]);
  }
});

test.each<[Partial<PlanDraft>, string]>([
  [{ priceInPaise: 'x' }, 'priceInPaise'],
  [{ comparePriceInPaise: 'x' }, 'comparePriceInPaise'],
  [{ term: { unit: 'month', count: '' } }, 'term.count'],
  [{ term: { unit: 'month', count: '1.5' } }, 'term.count'],
  [{ term: { unit: 'month', count: '1x' } }, 'term.count'],
  [{ term: { unit: 'month', count: '123456' } }, 'term.count'],
  [{ refundDays: 'a7' }, 'refundDays'],
  [{ refundDays: '0x10' }, 'refundDays'],
  [{ refundDays: '1e2' }, 'refundDays'],
])('%j is refused at %s', (change, path) => {
  const { error } = planSchema.safeParse({ ...drafted, ...change });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});

test.each<[boolean, Partial<PlanDraft>]>([
  [false, {}],
  [false, { name: 'Other', comparePriceInPaise: '', isVisible: true, priceInPaise: ' ₹79.5 ' }],
  [true, { priceInPaise: '80' }],
  [true, { term: { unit: 'year', count: '3' } }],
  [true, { term: { unit: 'month', count: '4' } }],
  [true, { isRenewing: false }],
  [true, { refundDays: '8' }],
])('makes a version: %j after %j', (isNew, change) => {
  expect(makesVersion(monthly, { ...drafted, ...change })).toBe(isNew);
});
