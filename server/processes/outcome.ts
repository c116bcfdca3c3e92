import { z } from 'zod';

/** The result of a task that the program of a pool sends. */
export const Outcome = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ problem: z.string() })]);
export type Outcome = z.output<typeof Outcome>;
