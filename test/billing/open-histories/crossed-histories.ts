import * as fc from 'fast-check';
import { type Move, MOVES } from './crossed-buyer.ts';

export const PAIRS = MOVES.length ** 2;

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
/** All moves, each after each. */
export const history = fc.noBias(
  fc
    .tuple(
      fc.shuffledSubarray([...MOVES], { minLength: MOVES.length }),
      fc.array(how, { minLength: PAIRS + 1, maxLength: PAIRS + 1 }),
    )
    .map(([kinds, all]) =>
      everyPairOf(kinds).flatMap((kind, index): Move[] => all.slice(index, index + 1).map((one) => ({ kind, ...one }))),
    ),
);
