import { z } from 'zod';

const Score = z.object({ earned: z.int().nullable(), points: z.int() });
export type ItemScore = z.output<typeof Score>;

const ItemChange = z.object({ attemptId: z.string(), position: z.int(), before: Score, after: Score });
export type ItemChange = z.output<typeof ItemChange>;

/** The scores of items before and after, as a regrade stores them. */
export const ItemChanges = z.array(ItemChange);
