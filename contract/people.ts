import { z } from 'zod';
import { Subscription } from './accounts.ts';
import { answer, endpoint } from './endpoint.ts';
import { messages } from './messages.ts';
import { Id, Instant, Role, searched, text } from './values.ts';

const { admin } = messages;

const reason = text(500, admin.reasonMissing);
const personParams = z.object({ userId: Id });

export const Person = z.object({ _id: z.string(), fullName: z.string(), email: z.string(), role: Role });

/** What an ADMIN did by hand: `grant` opens until a day, `extend` adds days, `revoke` closes what is open. */
export const AccessGrant = z.object({
  _id: z.string(),
  kind: z.enum(['grant', 'extend', 'revoke']),
  at: Instant,
  until: Instant.nullable(),
  by: z.string(),
  reason: z.string(),
});

/** May this person watch, and why: one sentence, and the facts behind it. */
export const Explanation = z.object({
  person: Person,
  mayWatch: z.boolean(),
  sentence: z.string(),
  facts: z.array(z.object({ at: Instant.nullable(), text: z.string(), paymentId: z.string().nullable() })),
  subscription: Subscription,
  grants: z.array(AccessGrant),
});
export type Explanation = z.output<typeof Explanation>;

const explained = answer({ access: Explanation });

export const people = {
  find: endpoint({
    method: 'GET',
    path: '/admin/people',
    access: 'admin',
    summary: 'People whose e-mail or name begins so, at most 20',
    query: z.object({ search: searched.default('') }),
    response: answer({ people: z.array(Person) }),
  }),
  explain: endpoint({
    method: 'GET',
    path: '/admin/people/:userId/access',
    access: 'admin',
    summary: 'Why this person may watch, or not',
    params: personParams,
    response: explained,
  }),
  grant: endpoint({
    method: 'POST',
    path: '/admin/people/:userId/grant',
    access: 'admin',
    summary: 'Open every lecture for somebody until the end of a day',
    params: personParams,
    body: z.object({ untilDay: z.iso.date({ error: admin.dayMissing }), reason }),
    incomplete: admin.reasonMissing,
    response: explained,
  }),
  extend: endpoint({
    method: 'POST',
    path: '/admin/people/:userId/extend',
    access: 'admin',
    summary: 'Add days to the access that somebody has, or from now on',
    params: personParams,
    body: z.object({
      days: z.int({ error: admin.daysMissing }).min(1, admin.daysMissing).max(3660, admin.daysMissing),
      reason,
    }),
    incomplete: admin.reasonMissing,
    response: explained,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/admin/people/:userId/revoke',
    access: 'admin',
    summary: 'Close what somebody has now; what they pay or are granted later counts again',
    params: personParams,
    body: z.object({ reason }),
    incomplete: admin.reasonMissing,
    response: explained,
  }),
};
