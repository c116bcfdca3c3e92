import { z } from 'zod';

/** What the drawing process is sent. */
export const Drawing = z.object({
  shape: z.enum(['avatar', 'thumbnail', 'mark', 'tile', 'card']),
  path: z.string(),
  isSvg: z.boolean(),
});
export type Drawing = z.output<typeof Drawing>;

/** What it sends back. */
export const Drawn = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ problem: z.string() })]);
export type Drawn = z.output<typeof Drawn>;
