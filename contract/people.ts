import { z } from 'zod';
import { Subscription } from './accounts.ts';
import { endpoint, success } from './endpoint.ts';
import { messages } from './messages.ts';
import { Id, Instant, Role, searchTerm, text } from './fields.ts';

const { admin } = messages;

const reason = text(500, admin.reasonMissing);
const personParams = z.object({ userId: Id });

const Person = z.object({ _id: z.string(), fullName: z.string(), email: z.string(), role: Role });

/** A change by an admin: `grant` gives access until a day, `extend` adds days, `revoke` ends access. */
const ManualChange = z.object({
  _id: z.string(),
  kind: z.enum(['grant', 'extend', 'revoke']),
  at: Instant,
  until: Instant.nullable(),
  changedBy: z.string(),
  reason: z.string(),
});

/** Whether somebody has access, and why: one sentence, and the payments and changes that it follows from. */
export const Explanation = z.object({
  person: Person,
  hasAccess: z.boolean(),
  sentence: z.string(),
  history: z.array(z.object({ at: Instant.nullable(), text: z.string(), paymentId: z.string().nullable() })),
  subscription: Subscription,
  manualChanges: z.array(ManualChange),
});
export type Explanation = z.output<typeof Explanation>;

const explained = success({ access: Explanation });

export const people = {
  find: endpoint({
    method: 'GET',
    path: '/admin/people',
    access: 'admin',
    summary: 'Find users by the beginning of a name or email, at most 20',
    query: z.object({ search: searchTerm.default('') }),
    response: success({ people: z.array(Person) }),
  }),
  explain: endpoint({
    method: 'GET',
    path: '/admin/people/:userId/access',
    access: 'admin',
    summary: 'Explain why a user has access or not',
    params: personParams,
    notFound: 'person_not_found',
    response: explained,
  }),
  grant: endpoint({
    method: 'POST',
    path: '/admin/people/:userId/grant',
    access: 'admin',
    summary: 'Grant a user access until the end of a day',
    params: personParams,
    notFound: 'person_not_found',
    body: z.object({ untilDay: z.iso.date({ error: admin.dayMissing }), reason }),
    incomplete: admin.reasonMissing,
    response: explained,
  }),
  extend: endpoint({
    method: 'POST',
    path: '/admin/people/:userId/extend',
    access: 'admin',
    summary: 'Extend a user’s access by days, or grant it from now',
    params: personParams,
    notFound: 'person_not_found',
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
    summary: 'Revoke a user’s access; later payments and grants give access again',
    params: personParams,
    notFound: 'person_not_found',
    body: z.object({ reason }),
    incomplete: admin.reasonMissing,
    response: explained,
  }),
};
