import { z } from 'zod';
import { Subscription } from '../accounts/accounts.ts';
import { Instant, StoredRole } from '../fields.ts';

export const ExplainedPerson = z.object({ _id: z.string(), fullName: z.string(), email: z.string(), role: StoredRole });

/** A change by an admin: `grant` gives access until a day, `extend` adds days or moves the end to a day, `revoke` ends access. */
const ManualChange = z.object({
  _id: z.string(),
  kind: z.enum(['grant', 'extend', 'revoke']),
  at: Instant,
  until: Instant.nullable(),
  /** When it was taken back, with the extension that it was a part of. */
  undoneAt: Instant.nullable(),
  changedBy: z.string(),
  reason: z.string(),
});

/** Something that opens access, closes it, or did so in the past. */
export const AccessReason = z.object({
  effect: z.enum(['opens', 'closes', 'over']),
  text: z.string(),
  paymentId: z.string().nullable(),
});
export type AccessReason = z.output<typeof AccessReason>;

/**
 * Whether a person has access, and why: one sentence, with the payments and changes behind it. For an API key, `reasons` and
 * `history` have payments only with `payments:read`.
 */
export const Explanation = z.object({
  person: ExplainedPerson,
  hasAccess: z.boolean(),
  sentence: z.string(),
  /** The one that decides comes first. */
  reasons: z.array(AccessReason),
  history: z.array(z.object({ at: Instant.nullable(), text: z.string(), paymentId: z.string().nullable() })),
  subscription: Subscription,
  /** Each course that the user ever had alone, and the access to it. */
  courses: z.array(
    z.object({
      courseId: z.string(),
      title: z.string(),
      hasAccess: z.boolean(),
      /** Null for life. */
      endsAt: Instant.nullable(),
      sentence: z.string(),
    }),
  ),
  manualChanges: z.array(ManualChange),
});
export type Explanation = z.output<typeof Explanation>;
