import { describe, expect, it } from 'vitest';
import { type AccessChange, entitlement, extendedEnd, isPaidAfter, type PaidTerm, stands } from './rule.ts';
import { boughtIn } from './recompute-access.ts';
import { toSubscription } from './subscription.ts';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;

const term = (more: Partial<PaidTerm> = {}): PaidTerm => ({
  paymentId: 'pay_1',
  attemptId: 'attempt',
  planVersionId: 'yearly-bundle-1',
  line: 'everything',
  opens: [{ scope: 'everything', since: 0 }],
  capturedAt: NOW - 100 * DAY,
  paidAt: NOW - 100 * DAY,
  isGift: false,
  accessUntil: NOW + 265 * DAY,
  refundableUntil: NOW - 93 * DAY,
  amountInPaise: 49_900,
  refundedInPaise: 0,
  isCancelled: false,
  isCancelRequested: false,
  isDisputed: false,
  isChargePending: false,
  willRenew: false,
  renewalWindowMs: 30 * DAY,
  pausesAt: null,
  isInParts: false,
  continuity: { previousEnd: null, isAutomatic: false },
  ...more,
});

const change = (kind: AccessChange['kind'], at: number, more: Partial<AccessChange> = {}): AccessChange => ({
  kind,
  scope: 'everything',
  source: 'admin',
  at,
  until: null,
  paymentId: null,
  addedMs: 0,
  ...more,
});

const grant = (at: number, until: number) => change('grant', at, { until });
const extend = (paymentId: string, days: number, at = NOW - DAY) =>
  change('extend', at, { paymentId, addedMs: days * DAY });

const decide = (terms: readonly PaidTerm[], now: number, changes: readonly AccessChange[] = []) =>
  entitlement({ terms, changes }, now);

const nothing = {
  isActive: false,
  term: undefined,
  accessUntil: undefined,
  endsAt: undefined,
  renewableFrom: undefined,
  source: undefined,
};

describe('the state of a purchase', () => {
  it.each([
    [{}, true],
    [{ isCancelRequested: true }, true],
    [{ refundedInPaise: 49_899 }, true],
    [{ refundedInPaise: 49_900 }, false],
    [{ isCancelled: true }, false],
    [{ isDisputed: true }, false],
  ] satisfies [Partial<PaidTerm>, boolean][])('of %j is %s', (more, isStanding) => {
    expect(stands(term(more))).toBe(isStanding);
    expect(decide([term(more)], NOW).isActive).toBe(isStanding);
    if (!isStanding) expect(decide([term(more)], NOW)).toEqual(nothing);
  });
});

describe('access', () => {
  it('is denied without a payment and without a grant', () => {
    expect(decide([], NOW)).toEqual(nothing);
  });

  it('lasts to the last millisecond of the paid term', () => {
    const paid = term();
    const { accessUntil, refundableUntil } = paid;
    const renewableFrom = accessUntil - 30 * DAY;
    const source = 'payment';
    const found = {
      term: paid,
      accessUntil,
      endsAt: accessUntil,
      promisedUntil: accessUntil,
      endsWith: 'pay_1',
      refundableUntil,
      renewableFrom,
      source,
    };
    expect(decide([paid], paid.accessUntil - 1)).toEqual({ ...found, isActive: true });
    expect(decide([paid], paid.accessUntil)).toEqual({ ...found, isActive: false });
  });

  it('pauses at the moment of a part that is not paid, unless something else opens it, and keeps its end', () => {
    const paused = term({ pausesAt: NOW - DAY });
    const { accessUntil } = paused;
    expect(decide([paused], NOW)).toMatchObject({
      isActive: false,
      accessUntil,
      endsAt: NOW - DAY,
      promisedUntil: accessUntil,
      pausesWith: 'pay_1',
    });
    expect(decide([term({ pausesAt: NOW + 1 })], NOW)).toMatchObject({ isActive: true, pausesWith: 'pay_1' });
    expect(decide([paused], NOW, [grant(NOW - DAY, NOW + DAY)])).toMatchObject({ isActive: true, endsAt: NOW + DAY });
  });

  it('lasts four days longer while a renewal is being charged', () => {
    const paid = term({ isChargePending: true });
    const found = decide([paid], paid.accessUntil + 4 * DAY - 1);
    expect(found).toMatchObject({
      isActive: true,
      accessUntil: paid.accessUntil,
      endsAt: paid.accessUntil + 345_600_000,
    });
    expect(decide([paid], paid.accessUntil + 4 * DAY).isActive).toBe(false);
  });

  it('follows the payment that lasts longest; of two equal ones, the later', () => {
    const first = term({ paymentId: 'a', accessUntil: NOW + 1 });
    const longest = term({ paymentId: 'b', accessUntil: NOW + 3 });
    const last = term({ paymentId: 'c', accessUntil: NOW + 2 });
    expect(decide([first, longest, last], NOW)).toMatchObject({ term: longest, endsAt: NOW + 3 });
    const later = term({ paymentId: 'd', accessUntil: NOW + 3, paidAt: NOW - 1 });
    for (const order of [
      [longest, later],
      [later, longest],
    ])
      expect(decide(order, NOW).term).toEqual(later);
  });
});

describe('the purchases of a user', () => {
  const earlier = term({ paidAt: NOW - 400 * DAY, amountInPaise: 7900 });

  it('is nothing without a payment', () => {
    expect(boughtIn([])).toBeUndefined();
  });

  it('is the sum of the payments less their refunds', () => {
    expect(boughtIn([term({ refundedInPaise: 10_000 }), earlier])).toEqual({
      paidInPaise: 47_800,
      isRefunded: false,
      planVersionId: 'yearly-bundle-1',
    });
    const refunded = term({ refundedInPaise: 60_000, planVersionId: 'monthly-2' });
    expect(boughtIn([refunded, earlier])).toEqual({ paidInPaise: 7900, isRefunded: true, planVersionId: 'monthly-2' });
  });

  it.each([
    [{ isCancelled: true }, true],
    [{ isCancelRequested: true }, true],
    [{ refundedInPaise: 49_900 }, true],
    [{ refundedInPaise: 49_899 }, false],
    [{ amountInPaise: 0 }, false],
  ] satisfies [Partial<PaidTerm>, boolean][])('is refunded when the last payment has %j: %s', (more, isRefunded) => {
    expect(boughtIn([earlier, term(more)])?.isRefunded).toBe(isRefunded);
    expect(boughtIn([term(more), { ...earlier, paidAt: NOW }])?.isRefunded).toBe(false);
  });
});

describe('a change by an admin', () => {
  it('grants access until its end, and the later end of grant and payment counts', () => {
    expect(decide([], NOW, [grant(NOW - DAY, NOW + DAY)])).toEqual({
      isActive: true,
      term: undefined,
      accessUntil: NOW + DAY,
      endsAt: NOW + DAY,
      promisedUntil: NOW + DAY,
      renewableFrom: NOW - 29 * DAY,
      source: 'admin',
    });
    const paid = term({ accessUntil: NOW + 2 * DAY });
    expect(decide([paid], NOW, [grant(NOW - DAY, NOW + DAY)]).endsAt).toBe(NOW + 2 * DAY);
    expect(decide([paid], NOW, [grant(NOW - DAY, NOW + 3 * DAY)])).toMatchObject({
      accessUntil: NOW + 3 * DAY,
      endsAt: NOW + 3 * DAY,
    });
  });

  it('extends only the payment that it is for', () => {
    const changes = [
      extend('pay_1', 10),
      extend('pay_1', 5),
      extend('pay_2', 1),
      change('grant', NOW, { addedMs: 7 * DAY, paymentId: 'pay_1' }),
    ];
    const endOf = (paymentId: string) => extendedEnd({ paymentId, accessUntil: NOW }, changes) - NOW;
    expect([endOf('pay_1'), endOf('pay_2'), endOf('pay_3')]).toEqual([15 * DAY, DAY, 0]);
    expect(decide([term({ accessUntil: NOW })], NOW, changes)).toMatchObject({
      isActive: true,
      accessUntil: NOW + 15 * DAY,
      term: { accessUntil: NOW + 15 * DAY },
    });
    // Of changes other than a grant the time is no end.
    expect(decide([], NOW, [change('extend', NOW - DAY, { until: NOW + DAY })])).toEqual(nothing);
  });

  it('lets nothing end after access for life', () => {
    const forLife = Date.UTC(9999, 11, 31);
    const changes = [extend('pay_1', 7)];
    const paid = term({ accessUntil: forLife - DAY, isChargePending: true });
    expect(decide([paid], NOW)).toMatchObject({ accessUntil: forLife - DAY, endsAt: forLife });
    expect(decide([paid], NOW, changes)).toMatchObject({ accessUntil: forLife, endsAt: forLife });
    expect(decide([term({ accessUntil: forLife })], NOW, changes)).toMatchObject({ accessUntil: forLife });
  });

  it('until a date never shortens, and counts in its order with days; one that was taken back does not count', () => {
    const paid = term({ accessUntil: NOW + 10 * DAY });
    const until = (at: number, end: number, more: Partial<AccessChange> = {}) =>
      change('extend', at, { paymentId: 'pay_1', until: end, ...more });
    const endOf = (...changes: AccessChange[]) => ((decide([paid], NOW, changes).accessUntil ?? 0) - NOW) / DAY;
    const [date, days] = [until(NOW - 3 * DAY, NOW + 40 * DAY), extend('pay_1', 5, NOW - 2 * DAY)];
    expect([endOf(date), endOf(date, days), endOf({ ...date, undoneAt: NOW - DAY }, days)]).toEqual([40, 45, 15]);
    expect(endOf(days, until(NOW - DAY, NOW + 40 * DAY))).toBe(40);
    expect(endOf(until(NOW - DAY, NOW + 5 * DAY))).toBe(10);
  });

  it('that came with a payment ends with it', () => {
    const tied = change('grant', NOW - DAY, { paymentId: 'pay_1', until: NOW + 40 * DAY });
    const paid = term({ accessUntil: NOW + 10 * DAY });
    expect(decide([paid], NOW, [tied])).toMatchObject({
      accessUntil: NOW + 40 * DAY,
      endsWith: 'pay_1',
      source: 'admin',
    });
    expect(decide([{ ...paid, isCancelled: true }], NOW, [tied])).toEqual(nothing);
    expect(decide([], NOW, [tied])).toEqual(nothing);
  });

  it('revokes what was before it, and nothing after it', () => {
    const revoked = change('revoke', NOW - 10 * DAY, { until: NOW + DAY });
    const before = [grant(NOW - 11 * DAY, NOW + DAY), grant(NOW - 10 * DAY, NOW + DAY), revoked];
    expect(decide([term()], NOW, before)).toEqual(nothing);
    expect(decide([term({ paidAt: NOW - 9 * DAY })], NOW, before).isActive).toBe(true);
    expect(decide([], NOW, [...before, grant(NOW - 9 * DAY, NOW + DAY)]).isActive).toBe(true);
    const twice = [change('revoke', NOW - 5 * DAY), grant(NOW - 7 * DAY, NOW + DAY), revoked];
    expect(decide([], NOW, twice)).toEqual(nothing);
    const extended = [extend('pay_1', 10, NOW - 11 * DAY), revoked];
    const paid = term({ paidAt: NOW - 9 * DAY });
    expect(decide([paid], NOW, extended).accessUntil).toBe(paid.accessUntil);
  });

  it('does not revoke a payment made in the same second', () => {
    expect(isPaidAfter(5000, 5999)).toBe(true);
    expect(isPaidAfter(4999, 5000)).toBe(false);
    expect(isPaidAfter(0, -Infinity)).toBe(true);
  });

  it('revokes a gift redeemed before it in the same second, and not one redeemed after it', () => {
    expect(isPaidAfter(5100, 5300)).toBe(false);
    expect(isPaidAfter(5300, 5300)).toBe(true);
    expect(isPaidAfter(5301, 5300)).toBe(true);
  });
});

describe('the subscription in the API', () => {
  const paid = term({
    paidAt: Date.UTC(2026, 0, 1),
    accessUntil: Date.UTC(2027, 0, 1),
    refundableUntil: Date.UTC(2026, 0, 8),
  });
  const january = Date.UTC(2026, 0, 2);

  it('has the dates of the purchase, and can be renewed in the last 30 days', () => {
    expect(toSubscription(decide([paid], january))).toEqual({
      status: 'active',
      access_until: '2027-01-01T00:00:00.000Z',
      purchased_at: '2026-01-01T00:00:00.000Z',
      refundable_until: '2026-01-08T00:00:00.000Z',
      auto_renew: false,
      renewable_from: '2026-12-02T00:00:00.000Z',
    });
  });

  it('of a month is renewed in its last quarter, and that of a lifetime never', () => {
    const month = { ...paid, renewalWindowMs: 7.5 * DAY };
    expect(toSubscription(decide([month], january)).renewable_from).toBe('2026-12-24T12:00:00.000Z');
    const forLife = { ...paid, accessUntil: Date.UTC(9999, 11, 31), renewalWindowMs: 0 };
    expect(toSubscription(decide([forLife], january))).toMatchObject({
      status: 'active',
      access_until: '9999-12-31T00:00:00.000Z',
      renewable_from: null,
    });
  });

  it('can be returned inside its window, also when a gift was added to it', () => {
    const gift = { ...paid, paymentId: 'gift', isGift: true, accessUntil: Date.UTC(2028, 0, 1), refundableUntil: null };
    expect(toSubscription(decide([paid, gift], january))).toMatchObject({
      access_until: '2028-01-01T00:00:00.000Z',
      refundable_until: '2026-01-08T00:00:00.000Z',
    });
  });

  it('that cannot be returned has no date for it', () => {
    expect(toSubscription(decide([{ ...paid, refundableUntil: null }], january)).refundable_until).toBeNull();
  });

  it('is not renewed by the buyer while the provider renews it', () => {
    expect(toSubscription(decide([{ ...paid, willRenew: true }], january))).toMatchObject({
      status: 'active',
      auto_renew: true,
      renewable_from: null,
    });
  });

  it('is not renewed but bought again once access has ended', () => {
    expect(toSubscription(decide([paid], paid.accessUntil))).toMatchObject({
      status: 'inactive',
      access_until: '2027-01-01T00:00:00.000Z',
      renewable_from: null,
    });
  });

  it('of a user without a purchase has no dates', () => {
    expect(toSubscription(decide([], january))).toEqual({
      status: 'inactive',
      access_until: null,
      purchased_at: null,
      refundable_until: null,
      auto_renew: false,
      renewable_from: null,
    });
  });

  it('of a user with a grant alone has its end', () => {
    expect(toSubscription(decide([], january, [grant(january - 1, paid.accessUntil)]))).toMatchObject({
      status: 'active',
      access_until: '2027-01-01T00:00:00.000Z',
      purchased_at: null,
      refundable_until: null,
      renewable_from: '2026-12-02T00:00:00.000Z',
    });
  });
});
