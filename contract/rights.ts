import { z } from 'zod';
import { get, success } from './endpoint.ts';
import { Instant } from './fields.ts';

/** Access to everything, or to the course with this id. */
const Right = z.object({
  scope: z.string(),
  /** Null for life. */
  endsAt: Instant.nullable(),
  /** What gives it, or the longest of it. */
  source: z.enum(['payment', 'gift', 'admin', 'import']),
});
export type Right = z.output<typeof Right>;

export const rights = {
  mine: get('/user/rights', {
    access: 'user',
    summary: 'List what you have access to now: everything, or single courses',
    response: success({ rights: z.array(Right) }),
  }),
};
