import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Instant } from '../fields.ts';

/** What a purchase gives access to. */
export const Opened = z.union([
  z.literal('everything'),
  z.object({ courses: z.array(z.object({ _id: z.string(), title: z.string() })) }),
]);
export type Opened = z.output<typeof Opened>;

/** Access to everything, or to the course with this id. */
const Right = z.object({
  scope: z.string(),
  /** Of the course; null for everything. */
  title: z.string().nullable(),
  /** Null for life. */
  endsAt: Instant.nullable(),
  /** What gives it, or the longest of it. */
  source: z.enum(['payment', 'gift', 'admin', 'import']),
  /** The plan that gives it, when that opens more than this course. */
  planName: z.string().nullable(),
});
export type Right = z.output<typeof Right>;

/** Access that ends within so many days, and does not renew, is ending. */
export const ENDING_SOON_DAYS = 30;

/** `ended`: there is none any more; `none`: there never was any, or it was refunded or revoked. */
export const AccessState = z.enum(['active', 'ending', 'ended', 'none']);
export type AccessState = z.output<typeof AccessState>;

/** The rights of a person: to what, until when, and through what. For `ended`, the past ones. */
export const PersonAccess = z.object({
  state: AccessState,
  /** The longest first. */
  rights: z.array(
    z.object({
      /** `everything`, or the id of a course. */
      scope: z.string(),
      /** Of the course; null for everything. */
      title: z.string().nullable(),
      /** Null for life. */
      until: Instant.nullable(),
      /** Whether it is charged again at its end. */
      renews: z.boolean(),
      source: Right.shape.source,
      /** The plan that was bought or given as a gift; null for what an admin or an import gave. */
      planName: z.string().nullable(),
      /** When it was bought or redeemed. */
      since: Instant.nullable(),
      /** Since when it is paused, because a part of its price is overdue; null while it is not. */
      pausedSince: Instant.nullable(),
    }),
  ),
});
export type PersonAccess = z.output<typeof PersonAccess>;

export const rights = {
  mine: get('/user/rights', {
    access: 'user',
    summary: 'List what you have access to now: everything, or single courses',
    response: success({ rights: z.array(Right) }),
  }),
  renewals: get('/user/renewals', {
    access: 'user',
    summary: 'List the plans that, bought now, would begin later: when the access ends that you have',
    response: success({ renewals: z.array(z.object({ planId: z.string(), startsAt: Instant })) }),
  }),
};
