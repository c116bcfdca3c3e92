import { expect, test } from 'vitest';
import { isLimited, refusalByLimits, refusalByTerms, refusalOfBuyer, stateOf } from './coupon-limits.ts';

const always = { starts_at: null, ends_at: null, plan_id: null, course_id: null };
const inJune = { ...always, starts_at: 100, ends_at: 200 };

test.each([
  [always, 0, undefined],
  [inJune, 99, 'not_yet'],
  [inJune, 100, undefined],
  [inJune, 199, undefined],
  [inJune, 200, 'ended'],
  [{ ...always, plan_id: 'monthly' }, 0, undefined],
  [{ ...always, plan_id: 'yearly' }, 0, 'other_plan'],
  [{ ...inJune, plan_id: 'yearly' }, 200, 'ended'],
  [{ ...inJune, course_id: 'pottery' }, 200, 'ended'],
])('a coupon with the terms %o is used for the monthly plan at %i: %s', (terms, now, expected) => {
  expect(refusalByTerms(terms, { planId: 'monthly', opens: 'everything', now })).toBe(expected);
});

const unlimited = { max_uses: null, max_uses_per_person: null, is_first_purchase_only: 0 };

test.each([
  [unlimited, 1000, 1000, true, undefined],
  [{ ...unlimited, max_uses: 10 }, 9, 9, true, undefined],
  [{ ...unlimited, max_uses: 10 }, 10, 0, false, 'used_up'],
  [{ ...unlimited, max_uses: 10 }, 11, 0, false, 'used_up'],
  [{ ...unlimited, max_uses_per_person: 2 }, 100, 1, true, undefined],
  [{ ...unlimited, max_uses_per_person: 2 }, 2, 2, true, 'used_by_buyer'],
  [{ ...unlimited, max_uses: 2, max_uses_per_person: 2 }, 2, 2, true, 'used_by_buyer'],
  [{ ...unlimited, is_first_purchase_only: 1 }, 5, 0, false, undefined],
  [{ ...unlimited, is_first_purchase_only: 1 }, 5, 0, true, 'not_first_purchase'],
  [{ ...unlimited, max_uses: 5, is_first_purchase_only: 1 }, 5, 0, true, 'used_up'],
])(
  'a coupon with the limits %o of which %i uses are taken, %i by the buyer, whose earlier purchase is %s: %s',
  (limits, taken, own, hasBought, expected) => {
    expect(refusalByLimits(limits, { taken, own, hasBought })).toBe(expected);
  },
);

const none = { paid: 0, payable: 0, ownPaid: 0, ownPayable: 0, hasBought: false };
const one = { ...unlimited, max_uses: 1 };
const onePerPerson = { ...unlimited, max_uses_per_person: 1 };
const firstOnly = { ...unlimited, is_first_purchase_only: 1 };

test.each([
  [unlimited, { ...none, payable: 9, ownPayable: 9 }, undefined],
  [one, none, undefined],
  [one, { ...none, paid: 1 }, 'used_up'],
  [one, { ...none, payable: 1 }, 'used_up'],
  [one, { ...none, payable: 1, ownPayable: 1 }, 'held_by_buyer'],
  [one, { ...none, paid: 1, payable: 1, ownPayable: 1 }, 'used_up'],
  [one, { ...none, payable: 2, ownPayable: 1 }, 'used_up'],
  [{ ...one, max_uses: 2 }, { ...none, payable: 1, ownPayable: 1 }, undefined],
  [onePerPerson, { ...none, paid: 5, payable: 5 }, undefined],
  [onePerPerson, { ...none, paid: 1, ownPaid: 1 }, 'used_by_buyer'],
  [onePerPerson, { ...none, payable: 1, ownPayable: 1 }, 'held_by_buyer'],
  [firstOnly, { ...none, payable: 5 }, undefined],
  [firstOnly, { ...none, hasBought: true }, 'not_first_purchase'],
  [firstOnly, { ...none, payable: 1, ownPayable: 1 }, 'held_by_buyer'],
])('a coupon with the limits %o and the uses %o: %s', (limits, uses, expected) => {
  expect(refusalOfBuyer(limits, uses)).toBe(expected);
});

const tenInJune = { starts_at: 100, ends_at: 200, max_uses: 10 };

test.each([
  [{ starts_at: null, ends_at: null, max_uses: null }, 1000, 0, 'active'],
  [tenInJune, 0, 99, 'scheduled'],
  [tenInJune, 9, 100, 'active'],
  [tenInJune, 9, 199, 'active'],
  [tenInJune, 10, 199, 'used_up'],
  [tenInJune, 11, 99, 'used_up'],
  [tenInJune, 10, 200, 'ended'],
])('a coupon with the terms %o, %i paid uses, at %i is %s', (coupon, paid, now, expected) => {
  expect(stateOf(coupon, { paid, now })).toBe(expected);
});

test('a coupon is limited by each of its limits', () => {
  expect(isLimited(unlimited)).toBe(false);
  expect(isLimited({ ...unlimited, max_uses: 10 })).toBe(true);
  expect(isLimited({ ...unlimited, max_uses_per_person: 1 })).toBe(true);
  expect(isLimited({ ...unlimited, is_first_purchase_only: 1 })).toBe(true);
});

test.each([
  [{ courseIds: ['statistics'] }, undefined],
  [{ courseIds: ['monsoon', 'statistics'] }, undefined],
  [{ courseIds: ['monsoon'] }, 'other_course'],
  ['everything' as const, 'other_course'],
])('a coupon for a course is for plans that open it, and not everything: %j → %s', (opens, expected) => {
  const terms = { ...always, course_id: 'statistics' };
  expect(refusalByTerms(terms, { planId: 'any', opens, now: 0 })).toBe(expected);
});
