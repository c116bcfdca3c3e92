// @module-tag both
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossedIn, MOVES } from './crossed-buyer.ts';
import { history, PAIRS } from './crossed-histories.ts';
import { furnish, openHost } from './crossed-school.ts';

/** Lives histories of all pairs, cut into those of nine people. Returns how often each pair came, and what was ever accepted. */
const live = async (numRuns: number) => {
  const school = crossedIn(await furnish(await openHost()));
  const came = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(history, async (moves) => {
      for (let from = 0; from < PAIRS; from += MOVES.length)
        await school.live(moves.slice(from, from + MOVES.length + 1));
      await school.compareSums();
      for (const [index, { kind }] of moves.slice(1).entries()) {
        const pair = `${moves[index]?.kind}, ${kind}`;
        came.set(pair, (came.get(pair) ?? 0) + 1);
      }
    }),
    { numRuns, endOnFailure: true },
  );
  return { came: [...came.values()], accepted: [...school.accepted].toSorted() };
};

test('parts, batches, coupons, gifts, deductions, refunds and extensions, each after each, leave what a slow count says', async () => {
  const { came } = await live(1);
  expect(came).toEqual(Array.from({ length: 81 }, () => 1));
});

test('many histories of all pairs leave what a slow count says', { tags: ['long'] }, async () => {
  const { came, accepted } = await live(12);
  expect(came).toEqual(Array.from({ length: 81 }, () => 12));
  expect(accepted).toEqual([...MOVES].toSorted());
});
