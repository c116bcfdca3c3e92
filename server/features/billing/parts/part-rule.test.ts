import { expect, test } from 'vitest';
import { type Due, partsOf, type PartPayment, type TakenBack } from './part-rule.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-06-15T04:30:00Z');
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const at = (day: number): number => START + day * DAY;

const due = (n: number, day: number, more: Partial<Due> = {}): Due => ({
  n,
  amountInPaise: 2000,
  dueOn: dayOf(at(day)),
  writtenOffAt: null,
  ...more,
});
const dues = [due(1, 0), due(2, 30), due(3, 60)];
const paid = (id: string, day: number, amountInPaise = 2000, takenBack: TakenBack[] = []): PartPayment => ({
  id,
  at: at(day),
  amountInPaise,
  isFirst: id === 'p1',
  takenBack,
});
const back = (day: number, how: TakenBack['how'] = 'refund', amountInPaise = 2000, isWhole = true): TakenBack => ({
  at: at(day),
  amountInPaise,
  how,
  isWhole,
});
const part = (from: number, to = from, isWhole = true) => ({ from, to, isWhole });

/** What is missing of each part, how it ended, and what each payment paid. */
const standing = (payments: PartPayment[], parts: Due[] = dues) => {
  const { end, sums, paidBy } = partsOf({ dues: parts, payments }, dayOf);
  return [[...sums.values()].map(({ missingInPaise }) => missingInPaise), end, ...paidBy.values()];
};

test.each([
  ['the first part alone', [paid('p1', 0)], [[0, 2000, 2000], null, part(1)]],
  ['all of it', [paid('p1', 0), paid('p2', 5, 4000)], [[0, 0, 0], null, part(1), part(2, 3)]],
  ['any amount, the oldest first', [paid('p1', 0, 2500)], [[0, 1500, 2000], null, part(1, 2)]],
  ['less than the first part', [paid('p1', 0, 1500)], [[500, 2000, 2000], null, part(1)]],
  [
    'a part that is paid twice pays the next one',
    [paid('p1', 0), paid('p2', 30), paid('p3', 30)],
    [[0, 0, 0], null, part(1), part(2), part(3)],
  ],
  [
    'what came when nothing was left',
    [paid('p1', 0), paid('p2', 30, 4000), paid('p3', 31)],
    [[0, 0, 0], null, part(1), part(2, 3), 'surplus'],
  ],
  [
    'more than was left',
    [paid('p1', 0), paid('p2', 30), paid('p3', 31, 2500)],
    [[0, 0, 0], null, part(1), part(2), part(3, 3, false)],
  ],
])('%s', (_name, payments, expected) => expect(standing(payments)).toEqual(expected));

test.each([
  ['the refund of the first part ends it', [paid('p1', 0, 2000, [back(3)])], [[0, 0, 0], 'cancelled']],
  [
    'of what was paid ahead, the part is open again',
    [paid('p1', 0), paid('p2', 5, 2000, [back(6)])],
    [[0, 2000, 2000], null],
  ],
  ['of what was due, it ends it', [paid('p1', 0), paid('p2', 5, 2000, [back(30)])], [[0, 0, 0], 'cancelled']],
  [
    'of a part that was paid twice, nothing is missing',
    [paid('p1', 0), paid('p2', 30, 4000), paid('p3', 31, 2000, [back(32)])],
    [[0, 0, 0], null],
  ],
  [
    'a refund of less is given for nothing',
    [paid('p1', 0), paid('p2', 30, 2000, [back(31, 'refund', 500, false)])],
    [[0, 0, 2000], null],
  ],
  ['a dispute closes it', [paid('p1', 0), paid('p2', 30, 2000, [back(31, 'dispute')])], [[0, 0, 0], 'disputed']],
  [
    'a cheque that bounced leaves its part open',
    [paid('p1', 0), paid('p2', 30, 2000, [back(40, 'reversal')])],
    [[0, 2000, 2000], null],
  ],
])('%s', (_name, payments, expected) => expect(standing(payments).slice(0, 2)).toEqual(expected));

test('money after the end is late, and a refund after a dispute stays a cancellation', () => {
  const refunded = paid('p1', 0, 2000, [back(3, 'dispute'), back(5)]);
  expect(standing([refunded, paid('p2', 6)])).toEqual([[0, 0, 0], 'cancelled', part(1), 'late']);
});

test('a part that is written off is owed no more; money that came before counts for it, money after for the next', () => {
  const parts = [due(1, 0), due(2, 30, { writtenOffAt: at(40) }), due(3, 60)];
  expect(standing([paid('p1', 0)], parts)).toEqual([[0, 0, 2000], null, part(1)]);
  expect(standing([paid('p1', 0), paid('p2', 39)], parts)).toEqual([[0, 0, 2000], null, part(1), part(2)]);
  expect(standing([paid('p1', 0), paid('p2', 41)], parts)).toEqual([[0, 0, 0], null, part(1), part(3)]);
  expect(standing([paid('p1', 0), paid('p2', 41), paid('p3', 42)], parts).at(-1)).toBe('surplus');
});

/** A sequence of numbers from a seed. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

test('whatever is paid in whatever order of arrival: no money is lost, and no part is owed twice', () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const next = numbers(seed);
    const parts = [due(1, 0), due(2, 10 + next(20)), due(3, 40 + next(20))].map((one) =>
      next(5) === 0 && one.n > 1 ? { ...one, writtenOffAt: at(next(80)) } : one,
    );
    const payments = Array.from({ length: 1 + next(5) }, (_, index) => {
      const amount = 500 + next(6) * 500;
      return paid(`p${index + 1}`, next(70), amount, next(4) === 0 ? [back(70 + next(10), 'refund', amount)] : []);
    });
    const result = partsOf({ dues: parts, payments }, dayOf);
    const shuffled = partsOf({ dues: parts, payments: payments.toReversed() }, dayOf);
    expect(shuffled.sums, `seed ${seed}`).toEqual(result.sums);
    const kept = payments
      .filter(({ takenBack }) => takenBack.length === 0)
      .reduce((sum, one) => sum + one.amountInPaise, 0);
    for (const [n, { paidInPaise, missingInPaise }] of result.sums) {
      expect(missingInPaise, `seed ${seed}, part ${n}`).toBeGreaterThanOrEqual(0);
      expect(paidInPaise + missingInPaise, `seed ${seed}, part ${n}`).toBeLessThanOrEqual(2000);
    }
    if (result.end !== null) continue;
    const covered = [...result.sums.values()].reduce((sum, one) => sum + one.paidInPaise, 0);
    const owed = [...result.sums.values()].reduce((sum, one) => sum + one.missingInPaise, 0);
    if (owed > 0) expect(covered, `seed ${seed}`).toBe(kept);
    expect(covered, `seed ${seed}`).toBeLessThanOrEqual(kept);
  }
});
