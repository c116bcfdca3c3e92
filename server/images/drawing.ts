import { z } from 'zod';

/** What the drawing process is told, and what it says. */
export const Drawing = z.object({ shape: z.enum(['avatar', 'thumbnail']), path: z.string() });
export type Drawing = z.output<typeof Drawing>;

export const Drawn = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ problem: z.string() })]);
export type Drawn = z.output<typeof Drawn>;
