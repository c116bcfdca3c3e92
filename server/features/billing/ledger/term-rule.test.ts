import { describe, expect, it } from 'vitest';
import { createCalendar } from '#server/calendar.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { type Captured, termsOf } from './term-rule.ts';

const india = createCalendar('Asia/Kolkata');
const berlin = createCalendar('Europe/Berlin');
const at = (text: string): number => Date.parse(text);
const iso = (ms: number | null | undefined): string => new Date(ms ?? Number.NaN).toISOString();

describe('the school’s calendar', { tags: ['RZP-7.21'] }, () => {
  it('adds a year in the school’s time zone', () => {
    expect(iso(india.add(at('2026-06-15T10:00:00.250+05:30'), 1, 'year'))).toBe('2027-06-15T04:30:00.250Z');
    expect(iso(india.add(at('2028-02-29T01:00:00+05:30'), 1, 'year'))).toBe('2029-02-27T19:30:00.000Z');
    expect(iso(berlin.add(at('2026-03-28T12:00:00+01:00'), 1, 'year'))).toBe('2027-03-28T10:00:00.000Z');
  });

  it('adds days and months at the same local time, and ends in the month it says', () => {
    expect(iso(india.add(at('2026-01-31T10:00:00+05:30'), 1, 'month'))).toBe('2026-02-28T04:30:00.000Z');
    expect(iso(berlin.add(at('2026-03-28T12:00:00+01:00'), 1, 'day'))).toBe('2026-03-29T10:00:00.000Z');
  });

  it('ends a day at its last millisecond, also when the clocks change', () => {
    expect(iso(india.endOfDay(at('2026-06-15T00:00:00+05:30'), 7))).toBe('2026-06-22T18:29:59.999Z');
    expect(iso(india.endOfDay(at('2026-06-15T23:59:59+05:30'), 7))).toBe('2026-06-22T18:29:59.999Z');
    expect(iso(berlin.endOfDay(at('2026-10-24T12:00:00+02:00'), 1))).toBe('2026-10-25T22:59:59.999Z');
  });

  it('counts days, months and financial years at local midnight', () => {
    const newYear = at('2027-01-01T00:30:00+05:30');
    expect(india.dayOf(newYear)).toBe('2027-01-01');
    expect(india.dayOf(newYear - 30 * 60_000 - 1)).toBe('2026-12-31');
    expect(india.monthsOf(newYear)).toHaveLength(12);
    expect([india.monthsOf(newYear).at(0), india.monthsOf(newYear).at(-1)]).toEqual(['2027-01', '2027-12']);
    expect(iso(india.endOf('2026-12-31'))).toBe('2026-12-31T18:29:59.999Z');
    expect(india.financialYearOf(at('2027-03-31T23:59:59+05:30'))).toBe(2026);
    expect(india.financialYearOf(at('2027-04-01T00:00:00+05:30'))).toBe(2027);
    expect(india.formatDate(at('2027-06-14T20:00:00Z'))).toBe('15 June 2027');
  });
});

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
  calendar: india,
  hasRightAmount: true,
  isLate: false,
  promised: undefined,
  gift: undefined,
  refundedAt: undefined,
  isLaterPart: false,
  ...more,
});

const outcome = (...payments: Captured[]) =>
  [...termsOf(payments)].map(([id, { accessUntil, problem }]) => [
    id,
    accessUntil === null ? null : iso(accessUntil).slice(0, 10),
    problem,
  ]);

describe('the term of a payment', () => {
  it('is a year, or the provider’s period if that is longer', () => {
    expect(outcome(payment('a', '2026-06-15T10:00:00Z'))).toEqual([['a', '2027-06-15', null]]);
    const long = payment('a', '2026-06-15T10:00:00Z', { periodEnd: at('2027-06-18T00:00:00Z') });
    expect(outcome(long)).toEqual([['a', '2027-06-18', null]]);
  });

  it('begins at the end of the year before when renewed in the last 30 days; an earlier one is a duplicate', () => {
    const first = payment('a', '2026-06-15T10:00:00Z');
    expect(outcome(first, payment('b', '2027-05-17T10:00:00Z'))[1]).toEqual(['b', '2028-06-15', null]);
    expect(outcome(first, payment('b', '2027-05-15T10:00:00Z'))[1]).toEqual(['b', '2028-05-15', 'duplicate']);
    expect(outcome(first, payment('b', '2027-07-01T10:00:00Z'))[1]).toEqual(['b', '2028-07-01', null]);
  });

  it('ignores payments refunded before, and counts payments refunded since', () => {
    const given = (when: string) => payment('a', '2026-06-15T10:00:00Z', { refundedAt: at(when) });
    expect(outcome(given('2026-06-16T00:00:00Z'), payment('b', '2026-06-17T10:00:00Z'))[1]?.[2]).toBeNull();
    expect(outcome(given('2026-06-18T00:00:00Z'), payment('b', '2026-06-17T10:00:00Z'))[1]?.[2]).toBe('duplicate');
  });

  it('is never a duplicate for the next cycle of the same subscription', () => {
    const same = { attemptId: 's', cycles: 2 };
    const [, next] = outcome(payment('a', '2026-06-15T10:00:00Z', same), payment('b', '2026-08-15T10:00:00Z', same));
    expect(next).toEqual(['b', '2028-06-15', null]);
  });

  it('is empty for a wrong amount, which affects no other term', () => {
    const wrong = payment('a', '2026-06-15T10:00:00Z', { hasRightAmount: false });
    expect(outcome(wrong, payment('b', '2026-06-16T10:00:00Z'))).toEqual([
      ['a', null, 'wrong_amount'],
      ['b', '2027-06-16', null],
    ]);
  });
});

describe('the term of a plan', () => {
  const bought = (
    id: string,
    capturedAt: string,
    unit: Exclude<PlanTerm['unit'], 'until'>,
    count = 1,
    refundDays = 7,
  ) => payment(id, capturedAt, { term: { unit, count }, refundDays });

  it('is counted in days, months, years, or has no end', () => {
    const bought15June = (unit: Exclude<PlanTerm['unit'], 'until'>, count: number) =>
      outcome(bought('a', '2026-06-15T10:00:00Z', unit, count)).map(([, until]) => until)[0];
    expect(bought15June('day', 30)).toBe('2026-07-15');
    expect(bought15June('month', 3)).toBe('2026-09-15');
    expect(bought15June('year', 2)).toBe('2028-06-15');
    expect(bought15June('lifetime', 1)).toBe('9999-12-31');
  });

  it('is renewed in its last quarter, and is a duplicate before', () => {
    const month = bought('a', '2026-06-01T10:00:00Z', 'month');
    expect(outcome(month, bought('b', '2026-06-24T10:00:00Z', 'month'))).toEqual([
      ['a', '2026-07-01', null],
      ['b', '2026-08-01', null],
    ]);
    expect(outcome(month, bought('b', '2026-06-20T10:00:00Z', 'month'))).toEqual([
      ['a', '2026-07-01', null],
      ['b', '2026-07-20', 'duplicate'],
    ]);
  });

  it('of another plan begins where the running one ends', () => {
    const month = bought('a', '2026-06-01T10:00:00Z', 'month');
    expect(outcome(month, bought('b', '2026-06-24T10:00:00Z', 'year'))).toEqual([
      ['a', '2026-07-01', null],
      ['b', '2027-07-01', null],
    ]);
    const forLife = bought('a', '2026-06-01T10:00:00Z', 'lifetime');
    expect(outcome(forLife, bought('b', '2080-06-24T10:00:00Z', 'year'))).toEqual([
      ['a', '9999-12-31', null],
      ['b', '2081-06-24', 'duplicate'],
    ]);
  });

  it('can be returned for as many days as the plan says', () => {
    const returnable = (refundDays: number) =>
      termsOf([bought('a', '2026-06-15T10:00:00Z', 'year', 1, refundDays)]).get('a')?.refundableUntil;
    expect(iso(returnable(14))).toBe('2026-06-29T18:29:59.999Z');
    expect(returnable(0)).toBeNull();
  });
});
