import { z } from 'zod';

const named = { lectureId: z.string(), title: z.string() };
const batch = { batchName: z.string(), on: z.string() };

/** What a learner has to wait for: a quiz to pass, lectures to finish (this one first), a day, or their batch; `on` is its first day, or its last. */
export const LockedBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quiz'), ...named }),
  z.object({ kind: z.literal('previous'), ...named, left: z.int() }),
  z.object({ kind: z.literal('days'), days: z.int() }),
  z.object({ kind: z.literal('date'), on: z.string() }),
  z.object({ kind: z.literal('batch-not-begun'), ...batch }),
  z.object({ kind: z.literal('batch-ended'), ...batch }),
]);
export type LockedBy = z.output<typeof LockedBy>;
