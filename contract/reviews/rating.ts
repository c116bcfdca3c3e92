import { z } from 'zod';

/** What the reviews of a course gave on average; a course has a rating from three reviews on. */
export const Rating = z.object({
  /** With one decimal, from 1 to 5. */
  average: z.number(),
  reviews: z.int(),
});
export type Rating = z.output<typeof Rating>;
