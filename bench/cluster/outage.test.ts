import { expect, it } from 'vitest';
import type { Attempt } from '../visitor.ts';
import { recoveryMs, worstP99 } from './outage.ts';

/** One request in each tenth of a second, from 0 to 20 s, of which some are slow. */
const requests = (tookMsAt: (second: number) => number): Attempt[] =>
  Array.from({ length: 200 }, (_, index) => ({
    step: 'a request',
    endedAtMs: index * 100,
    tookMs: tookMsAt(index / 10),
    problem: undefined,
    retries: 0,
    isLast: true,
  }));

it('finds the slowest two seconds', () => {
  const attempts = requests((second) => (second === 5 ? 80 : 20));
  expect(worstP99(attempts, 0, 10_000)).toBe(80);
  expect(worstP99(attempts, 6000, 10_000)).toBe(20);
});

it('says when the last slow request after an outage is over', () => {
  const outage = { normalMs: 20, brokenAtMs: 10_000, untilMs: 20_000 };
  expect(
    recoveryMs(
      requests(() => 20),
      outage,
    ),
  ).toBe(0);
  // Half as slow again is within the noise.
  expect(
    recoveryMs(
      requests(() => 30),
      outage,
    ),
  ).toBe(0);
  expect(
    recoveryMs(
      requests((second) => (second === 12.4 ? 31 : 20)),
      outage,
    ),
  ).toBe(4000);
});

it('takes a request that failed as slower than any other', () => {
  const attempts = requests(() => 20);
  attempts.push({ step: 'a request', endedAtMs: 11_200, tookMs: 1, problem: '502', retries: 0, isLast: true });
  expect(worstP99(attempts, 10_000, 14_000)).toBe(Number.POSITIVE_INFINITY);
  expect(recoveryMs(attempts, { normalMs: 20, brokenAtMs: 10_000, untilMs: 20_000 })).toBe(3000);
  expect(
    recoveryMs(attempts, { normalMs: worstP99(attempts, 10_000, 14_000), brokenAtMs: 10_000, untilMs: 20_000 }),
  ).toBe(Number.POSITIVE_INFINITY);
});
