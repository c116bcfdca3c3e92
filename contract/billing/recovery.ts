import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Instant, Paise } from '../fields.ts';

/** failed: the bank or the provider refused a payment; abandoned: the buyer left without paying. */
export const UnfinishedState = z.enum(['failed', 'abandoned']);
export type UnfinishedState = z.output<typeof UnfinishedState>;

/** A checkout attempt that failed or was abandoned, of a buyer who has neither paid nor got access since. */
export const UnfinishedCheckout = z.object({
  _id: z.string(),
  state: UnfinishedState,
  buyer: z.object({ _id: z.string(), fullName: z.string(), email: z.string() }),
  planName: z.string(),
  amountInPaise: Paise,
  couponCode: z.string().nullable(),
  isGift: z.boolean(),
  startedAt: Instant,
  /** A sentence. */
  reason: z.string(),
  /** When the buyer was emailed about it; null if not. */
  emailSentAt: Instant.nullable(),
  /** The buyer wants no such emails. */
  hasOptedOut: z.boolean(),
});

export const recovery = {
  list: get('/admin/checkouts', {
    access: 'admin',
    summary: 'List the checkouts of the last days that failed or were abandoned, newest first',
    query: z.object({
      state: UnfinishedState.optional(),
      days: z.coerce.number().int().min(1).max(90).default(30),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      /** `nextCursor` of the page before. */
      cursor: z.string().max(100).optional(),
    }),
    response: success({ checkouts: z.array(UnfinishedCheckout), nextCursor: z.string().nullable() }),
  }),
};
