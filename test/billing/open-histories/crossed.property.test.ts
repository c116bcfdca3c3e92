// @module-tag both
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Move, MOVES, openCrossedSchool } from './crossed-buyer.ts';

const PAIRS = MOVES.length ** 2;

/** Each kind after each, once: no two neighbours come again. */
const everyPairOf = <T>(kinds: readonly T[]): T[] => [
  ...kinds.flatMap((one, index) => [one, ...kinds.slice(index + 1).flatMap((other) => [one, other])]),
  ...kinds.slice(0, 1),
];

const how = fc.record({
  choice: fc.nat({ max: 999 }),
  days: fc.constantFrom(0, 0, 1, 4, 9, 20),
  pays: fc.constantFrom<Move['pays'][]>('none', 'none', 'online', 'offline'),
});
const history = fc.noBias(
  fc
    .tuple(
      fc.shuffledSubarray([...MOVES], { minLength: MOVES.length }),
      fc.array(how, { minLength: PAIRS + 1, maxLength: PAIRS + 1 }),
    )
    .map(([kinds, all]) =>
      everyPairOf(kinds).flatMap((kind, index): Move[] => all.slice(index, index + 1).map((one) => ({ kind, ...one }))),
    ),
);

/** Lives histories of all pairs, cut into those of nine people. Returns how often each pair came, and what was ever accepted. */
const live = async (numRuns: number) => {
  const school = await openCrossedSchool();
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
