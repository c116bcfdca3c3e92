import { z } from 'zod';

/** What the program of a pool sends back for a task. */
export const Outcome = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ problem: z.string() })]);
export type Outcome = z.output<typeof Outcome>;
