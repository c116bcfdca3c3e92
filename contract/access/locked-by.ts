import { z } from 'zod';

const named = { lectureId: z.string(), title: z.string() };

/** What a learner has to wait for: a quiz to pass, lectures to finish (this one first), or a day. */
export const LockedBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quiz'), ...named }),
  z.object({ kind: z.literal('previous'), ...named, left: z.int() }),
  z.object({ kind: z.literal('days'), days: z.int() }),
  z.object({ kind: z.literal('date'), on: z.string() }),
]);
export type LockedBy = z.output<typeof LockedBy>;
