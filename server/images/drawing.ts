import { z } from 'zod';
import { COVER_TYPES, COVER_WIDTHS } from '#contract/covers.ts';

/** What the drawing process is sent. */
export const Drawing = z.object({
  shape: z.enum(['avatar', 'thumbnail', 'mark', 'tile', 'card', 'cover']),
  path: z.string(),
  isSvg: z.boolean(),
  /** Of a cover. */
  size: z.object({ width: z.literal(COVER_WIDTHS), type: z.enum(COVER_TYPES) }).optional(),
});
export type Drawing = z.output<typeof Drawing>;
