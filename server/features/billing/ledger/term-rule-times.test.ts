import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import type { AccessChange } from '../entitlement/entitlement.ts';
import { createCalendar } from '#server/calendar.ts';
import { type Captured, termsOf } from './term-rule.ts';

const calendar = createCalendar('UTC');
const at = (text: string): number => Date.parse(text);

const payment = (id: string, capturedAt: string, more: Partial<Captured> = {}): Captured => ({
  id,
  attemptId: `of ${id}`,
  cycles: 1,
  line: 'everything',
  opens: [{ scope: 'everything', since: 0 }],
  term: { unit: 'year', count: 1 },
  refundDays: 7,
  capturedAt: at(capturedAt),
  periodEnd: null,
  calendar,
  hasRightAmount: true,
  isLate: false,
  promised: undefined,
  gift: undefined,
  refundedAt: undefined,
  isLaterPart: false,
  ...more,
});

const change = (kind: AccessChange['kind'], when: string, more: Partial<AccessChange> = {}): AccessChange => ({
  kind,
  scope: 'everything',
  source: 'admin',
  at: at(when),
  until: null,
  paymentId: null,
  addedMs: 0,
  ...more,
});

/** Each payment’s end and problem, in the order in which they were captured. */
const outcome = (payments: Captured[], changes?: AccessChange[]) =>
  [...termsOf(payments, changes)].map(([id, { accessUntil, problem }]) => [
    id,
    accessUntil === null ? null : new Date(accessUntil).toISOString(),
    problem,
  ]);

const first = payment('a', '2026-06-15T10:00:00Z');
const firstRow = ['a', '2027-06-15T10:00:00.000Z', null];
/** The last moment at which another year is a duplicate is a millisecond before. */
const RENEWABLE_FROM = '2027-05-16T10:00:00.000Z';

describe('when a year begins', () => {
  it('is refundable until the end of the seventh day', () => {
    expect(termsOf([first]).get('a')).toEqual({
      accessFrom: at('2026-06-15T10:00:00Z'),
      accessUntil: at('2027-06-15T10:00:00Z'),
      refundableUntil: at('2026-06-22T23:59:59.999Z'),
      problem: null,
    });
    const wrong = { ...first, hasRightAmount: false };
    expect(termsOf([wrong]).get('a')).toEqual({
      accessFrom: null,
      accessUntil: null,
      refundableUntil: null,
      problem: 'wrong_amount',
    });
  });

  it('can be renewed from 30 days before the end, to the millisecond', () => {
    expect(outcome([first, payment('b', RENEWABLE_FROM)])).toEqual([firstRow, ['b', '2028-06-15T10:00:00.000Z', null]]);
    expect(outcome([first, payment('b', '2027-05-16T09:59:59.999Z')])[1]?.[2]).toBe('duplicate');
    expect(outcome([first, payment('b', '2027-06-15T09:59:59.999Z')])[1]).toEqual([
      'b',
      '2028-06-15T10:00:00.000Z',
      null,
    ]);
    expect(outcome([first, payment('b', '2027-06-15T10:00:00.000Z')])[1]).toEqual([
      'b',
      '2028-06-15T10:00:00.000Z',
      null,
    ]);
    expect(outcome([first, payment('b', '2027-06-15T10:00:00.001Z')])[1]).toEqual([
      'b',
      '2028-06-15T10:00:00.001Z',
      null,
    ]);
  });

  it('does not depend on the order in which payments are recorded', () => {
    const second = payment('b', '2026-06-16T10:00:00Z');
    const third = payment('c', '2026-06-17T10:00:00Z');
    const expected = outcome([first, second, third]);
    expect(expected.map(([id, , problem]) => [id, problem])).toEqual([
      ['a', null],
      ['b', 'duplicate'],
      ['c', 'duplicate'],
    ]);
    for (const order of [
      [third, second, first],
      [second, third, first],
      [second, first, third],
    ])
      expect(outcome(order)).toEqual(expected);
    const same = payment('b', '2026-06-15T10:00:00Z');
    const sameToo = payment('c', '2026-06-15T10:00:00Z');
    for (const order of [
      [first, same, sameToo],
      [sameToo, same, first],
      [same, first, sameToo],
    ])
      expect(outcome(order).map(([id]) => id)).toEqual(['a', 'b', 'c']);
  });

  it('follows the longest running term', () => {
    const long = payment('a', '2026-06-15T10:00:00Z', { periodEnd: at('2029-01-01T00:00:00Z') });
    const short = payment('b', '2026-06-16T10:00:00Z');
    const third = payment('c', '2028-12-15T00:00:00Z');
    expect(outcome([long, short, third])[2]).toEqual(['c', '2030-01-01T00:00:00.000Z', null]);
  });

  it('excludes a payment that is refunded at that moment', () => {
    const given = { ...first, refundedAt: at('2026-06-17T10:00:00Z') };
    expect(outcome([given, payment('b', '2026-06-17T10:00:00.000Z')])[1]?.[2]).toBeNull();
    expect(outcome([given, payment('b', '2026-06-17T09:59:59.999Z')])[1]?.[2]).toBe('duplicate');
  });
});

describe('the next cycle', () => {
  const cycle = { attemptId: 's', cycles: 2 };

  it('belongs to a subscription with more than one cycle', () => {
    const begun = payment('a', '2026-06-15T10:00:00Z', cycle);
    const early = '2026-08-15T10:00:00Z';
    expect(outcome([begun, payment('b', early, cycle)])[1]).toEqual(['b', '2028-06-15T10:00:00.000Z', null]);
    expect(outcome([begun, payment('b', early, { attemptId: 't', cycles: 2 })])[1]?.[2]).toBe('duplicate');
    expect(outcome([begun, payment('b', early, { attemptId: 's', cycles: 1 })])[1]?.[2]).toBe('duplicate');
  });

  it('is recognized when only some running terms belong to its subscription', () => {
    const begun = payment('a', '2026-06-15T10:00:00Z', cycle);
    const other = payment('b', '2026-06-16T10:00:00Z');
    expect(outcome([begun, other, payment('c', '2026-08-15T10:00:00Z', cycle)])[2]?.[2]).toBeNull();
  });
});

describe('changes that an admin made before', () => {
  const soon = payment('b', '2026-08-15T10:00:00Z');

  it('a revocation ends earlier terms; a later revocation has no effect', () => {
    expect(outcome([first, soon], [change('revoke', '2026-07-01T00:00:00Z')])[1]?.[2]).toBeNull();
    expect(outcome([first, soon], [change('revoke', '2026-08-15T10:00:00.000Z')])[1]?.[2]).toBeNull();
    expect(outcome([first, soon], [change('revoke', '2026-08-15T10:00:00.001Z')])[1]?.[2]).toBe('duplicate');
  });

  it('added days move the end, and with it the renewal', () => {
    const extended = [change('extend', '2026-07-01T00:00:00Z', { paymentId: 'a', addedMs: 10 * DAY_MS })];
    expect(outcome([first, payment('b', RENEWABLE_FROM)], extended)[1]?.[2]).toBe('duplicate');
    expect(outcome([first, payment('b', '2027-05-26T10:00:00.000Z')], extended)[1]).toEqual([
      'b',
      '2028-06-25T10:00:00.000Z',
      null,
    ]);
    const other = [change('extend', '2026-07-01T00:00:00Z', { paymentId: 'x', addedMs: 10 * DAY_MS })];
    expect(outcome([first, payment('b', RENEWABLE_FROM)], other)[1]?.[2]).toBeNull();
  });

  it('no term ends after access for life', () => {
    const forLife = '9999-12-31T00:00:00.000Z';
    const granted = [change('grant', '2026-06-01T00:00:00Z', { until: at('9999-12-30T23:59:59.999Z') })];
    expect(outcome([payment('a', '2026-06-15T10:00:00Z', { gift: 'redeemed' })], granted)).toEqual([
      ['a', forLife, null],
    ]);
    const life = payment('a', '2026-06-15T10:00:00Z', { term: { unit: 'lifetime', count: 1 } });
    const extended = [change('extend', '2026-07-01T00:00:00Z', { paymentId: 'a', addedMs: 10 * DAY_MS })];
    expect(outcome([life, payment('b', '2026-08-15T10:00:00Z', { gift: 'redeemed' })], extended)).toEqual([
      ['a', forLife, null],
      ['b', forLife, null],
    ]);
    const charged = payment('a', '2026-06-15T10:00:00Z', { periodEnd: at('9999-12-31T23:00:00Z') });
    expect(outcome([charged])).toEqual([['a', forLife, null]]);
  });

  it('a grant that ends within 30 days is extended by a payment; a longer one is not', () => {
    const granted = (until: string, when = '2026-06-01T00:00:00Z') => [change('grant', when, { until: at(until) })];
    const end = (changes: AccessChange[]) => outcome([first], changes)[0]?.[1];
    expect(end(granted('2026-06-20T10:00:00Z'))).toBe('2027-06-20T10:00:00.000Z');
    expect(end(granted('2026-07-15T10:00:00.000Z'))).toBe('2027-07-15T10:00:00.000Z');
    expect(end(granted('2026-07-15T10:00:00.001Z'))).toBe('2027-06-15T10:00:00.000Z');
    expect(end(granted('2026-06-14T10:00:00Z'))).toBe('2027-06-15T10:00:00.000Z');
    expect(end(granted('2026-06-20T10:00:00Z', '2026-06-15T10:00:00.001Z'))).toBe('2027-06-15T10:00:00.000Z');
    expect(end([change('extend', '2026-06-01T00:00:00Z', { until: at('2026-06-20T10:00:00Z') })])).toBe(
      '2027-06-15T10:00:00.000Z',
    );
    expect(end([change('grant', '2026-06-01T00:00:00Z')])).toBe('2027-06-15T10:00:00.000Z');
    expect(end([...granted('2026-06-20T10:00:00Z'), ...granted('2026-06-25T10:00:00Z')])).toBe(
      '2027-06-25T10:00:00.000Z',
    );
  });
});

describe('the day of the month on which a line began', () => {
  const monthly = (id: string, capturedAt: string, more: Partial<Captured> = {}): Captured =>
    payment(id, capturedAt, { term: { unit: 'month', count: 1 }, cycles: 12, attemptId: 'one', ...more });
  const days = (payments: Captured[]) => outcome(payments).map(([, until]) => String(until).slice(0, 10));

  it.each([
    ['2026-05-31', ['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30']],
    ['2026-12-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    ['2027-12-30', ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30']],
    ['2026-06-30', ['2026-07-30', '2026-08-30', '2026-09-30', '2026-10-30']],
  ])('%s stays the day of later months', (first, ends) => {
    const begins = [first, ...ends.slice(0, -1)];
    expect(days(begins.map((day, index) => monthly(`${index}`, `${day}T09:00:00Z`)))).toEqual(ends);
  });

  it('is 29 February again in leap years', () => {
    const yearly = ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28'].map((day, index) =>
      payment(`${index}`, `${day}T09:00:00Z`, { cycles: 9, attemptId: 'one' }),
    );
    expect(days(yearly)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  it('does not move what was sold before, and holds for what follows it', () => {
    const sold = (from: string, until: string) => ({
      promised: { accessFrom: at(from), accessUntil: at(until), refundableUntil: null },
    });
    const may = monthly('a', '2026-05-31T09:00:00Z', sold('2026-05-31T09:00:00Z', '2026-06-30T09:00:00Z'));
    const june = monthly('b', '2026-06-30T09:00:00Z', sold('2026-06-30T09:00:00Z', '2026-07-30T09:00:00Z'));
    expect(days([may, june])).toEqual(['2026-06-30', '2026-07-30']);
    expect(days([may, monthly('b', '2026-06-30T09:00:00Z')])).toEqual(['2026-06-30', '2026-07-31']);
    expect(days([may, june, monthly('c', '2026-07-30T09:00:00Z')])).toEqual(['2026-06-30', '2026-07-30', '2026-08-30']);
  });

  it('leaves what was promised in another time zone to the second, also what begins after it', () => {
    const promised = {
      accessFrom: at('2026-06-14T10:00:00Z'),
      accessUntil: at('2027-06-14T11:00:00Z'),
      refundableUntil: at('2026-06-21T03:59:59.999Z'),
    };
    const sold = payment('a', '2026-06-14T10:00:00Z', { promised });
    expect(termsOf([sold]).get('a')).toEqual({ ...promised, problem: null });
    const renewed = termsOf([sold, payment('b', '2027-06-01T10:00:00Z')]).get('b');
    expect([renewed?.accessFrom, renewed?.accessUntil]).toEqual([
      at('2027-06-14T11:00:00Z'),
      at('2028-06-14T11:00:00Z'),
    ]);
    // The provider has charged for longer since.
    const charged = termsOf([{ ...sold, periodEnd: at('2027-07-01T00:00:00Z') }]).get('a');
    expect(charged?.accessUntil).toBe(at('2027-07-01T00:00:00Z'));
  });

  it('moves a gift that was promised, when the purchase before it is refunded', () => {
    const year = (from: string, until: string) => ({
      promised: { accessFrom: at(from), accessUntil: at(until), refundableUntil: null },
    });
    const bought = payment('a', '2026-06-14T10:00:00Z', year('2026-06-14T10:00:00Z', '2027-06-14T11:00:00Z'));
    const gift = payment('b', '2026-08-01T10:00:00Z', {
      gift: 'redeemed',
      ...year('2027-06-14T11:00:00Z', '2028-06-14T12:00:00Z'),
    });
    expect(outcome([bought, gift])[1]).toEqual(['b', '2028-06-14T12:00:00.000Z', null]);
    const refunded = { ...bought, refundedAt: at('2026-09-01T10:00:00Z') };
    expect(outcome([refunded, gift])[1]).toEqual(['b', '2027-08-01T10:00:00.000Z', null]);
  });

  it('begins anew after a gap', () => {
    expect(days([monthly('a', '2026-05-31T09:00:00Z'), monthly('b', '2026-07-05T09:00:00Z')])).toEqual([
      '2026-06-30',
      '2026-08-05',
    ]);
  });
});
