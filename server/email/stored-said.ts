import { z } from 'zod';
import type { Said } from '#contract/languages/say.ts';

/** A sentence in the payload of a job, whose values are texts; a string was stored before, and is English. */
export const StoredSaid: z.ZodType<Said, Said> = z.union([
  z.string(),
  z.object({ message: z.string(), values: z.record(z.string(), z.string()) }),
]);
