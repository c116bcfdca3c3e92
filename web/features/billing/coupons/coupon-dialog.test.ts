import { expect, test } from 'vitest';
import type { Coupon } from '#contract/billing/coupons.ts';
import { couponSchema, draftOf, newCoupon } from './coupon-dialog.tsx';

const ZONE = 'Asia/Kolkata';
const coupon: Coupon = {
  _id: 'c1',
  code: 'DIWALI',
  percentOff: 20,
  amountOffInPaise: null,
  maxUses: 50,
  maxUsesPerPerson: 2,
  startsAt: '2026-11-19T18:30:00.000Z',
  endsAt: '2026-11-30T18:30:00.000Z',
  planId: 'p1',
  courseId: null,
  isFirstPurchaseOnly: true,
  state: 'active',
  uses: 0,
  reserved: 0,
  discountInPaise: 0,
};
const drafted = {
  code: 'DIWALI',
  kind: 'percent',
  value: '20',
  validFor: 'plan p1',
  maxUses: '50',
  maxUsesPerPerson: '2',
  startsOn: '2026-11-20',
  endsOn: '2026-11-30',
  isFirstPurchaseOnly: true,
};
const open = { maxUses: null, maxUsesPerPerson: null, startsAt: null, endsAt: null, planId: null, courseId: null };

test('a coupon is shown by the days of the school, the last of which is the last on which it is accepted', () => {
  expect(draftOf(coupon, ZONE)).toEqual(drafted);
  expect(draftOf({ ...coupon, ...open, percentOff: null, amountOffInPaise: 5050 }, ZONE)).toMatchObject({
    kind: 'amount',
    value: '50.50',
    validFor: '',
    maxUses: '',
    maxUsesPerPerson: '',
    startsOn: '',
    endsOn: '',
  });
  expect(draftOf({ ...coupon, percentOff: null }, ZONE).value).toBe('0');
  expect(draftOf({ ...coupon, planId: null, courseId: 'c1' }, ZONE).validFor).toBe('course c1');
});

test('what is typed becomes the coupon', () => {
  const { _id, state, uses, reserved, discountInPaise, ...body } = coupon;
  expect(couponSchema(ZONE).parse(drafted)).toEqual(body);
  const empty = { validFor: '', maxUses: ' ', maxUsesPerPerson: '', startsOn: '', endsOn: '' };
  expect(couponSchema(ZONE).parse({ ...drafted, ...empty, kind: 'amount', value: '₹50.50' })).toEqual({
    code: 'DIWALI',
    percentOff: null,
    amountOffInPaise: 5050,
    isFirstPurchaseOnly: true,
    ...open,
  });
  expect([_id, state, uses, reserved, discountInPaise]).toEqual(['c1', 'active', 0, 0, 0]);
});

test('a new coupon takes a percentage off, once for each person', () => {
  expect(newCoupon).toEqual({
    code: '',
    kind: 'percent',
    value: '',
    validFor: '',
    maxUses: '',
    maxUsesPerPerson: '1',
    startsOn: '',
    endsOn: '',
    isFirstPurchaseOnly: false,
  });
});

test.each<[Partial<typeof newCoupon>, string, string]>([
  [{ code: 'NO' }, 'code', 'Enter 3 to 32 letters, digits, hyphens or underscores'],
  [{ value: '' }, 'value', 'Enter a percentage from 1 to 100'],
  [{ value: '101' }, 'value', 'Enter a percentage from 1 to 100'],
  [{ kind: 'amount', value: '' }, 'value', 'Enter an amount of at least ₹1'],
  [{ kind: 'amount', value: '0.50' }, 'value', 'Enter an amount of at least ₹1'],
  [{ maxUses: '0' }, 'maxUses', 'Enter a whole number of at least 1'],
  [{ maxUsesPerPerson: 'x' }, 'maxUsesPerPerson', 'Enter a whole number of at least 1'],
  [{ startsOn: '2026-12-01' }, 'endsOn', 'The end must be later than the start'],
])('%j is refused at %s: %s', (change, path, message) => {
  const { error } = couponSchema(ZONE).safeParse({ ...drafted, ...change });
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});

test.each<[Partial<typeof newCoupon>, object]>([
  [{ value: '1' }, { percentOff: 1 }],
  [{ value: '100' }, { percentOff: 100 }],
  [
    { kind: 'amount', value: '500' },
    { amountOffInPaise: 50_000, percentOff: null },
  ],
  [{ startsOn: '2026-11-30' }, { startsAt: '2026-11-29T18:30:00.000Z', endsAt: '2026-11-30T18:30:00.000Z' }],
  [{ endsOn: '' }, { endsAt: null }],
  [{ startsOn: '' }, { startsAt: null }],
  [{ validFor: 'course c1' }, { planId: null, courseId: 'c1' }],
])('%j is accepted', (change, body) => {
  expect(couponSchema(ZONE).parse({ ...drafted, ...change })).toMatchObject(body);
});
