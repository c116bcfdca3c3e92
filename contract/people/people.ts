import { z } from 'zod';
import { ExplainedPerson, Explanation } from '../access/access-explanation.ts';
import { AccessState, PersonAccess } from '../access/rights.ts';
import { Consent } from '../accounts/consents.ts';
import { file, get, post, put, success, saying } from '../endpoint.ts';
import { ReasonedDeletion } from '../personal-data/personal-data.ts';
import { messages } from '../messages.ts';
import { Id, Instant, MediaLink, oneLine, pageOf, Paise, Role, searchTerm, text } from '../fields.ts';
import { InvoiceTo } from '../billing/payments.ts';
import { SalesPayment, TimelineEntry } from '../billing/sales.ts';

const admin = messages.admin;

const reason = text(500, admin.reasonMissing);
const ofPerson = { params: z.object({ userId: Id }), notFound: 'person_not_found' } as const;
/** The course that a change of access is about; everything when absent. */
const courseId = Id.optional();
const untilDay = z.iso.date({ error: admin.dayMissing });
const days = z.int({ error: admin.daysMissing }).min(1, admin.daysMissing).max(3660, admin.daysMissing);

/** How many people can be named one by one; more are named by a filter. */
const MAX_NAMED_PEOPLE = 100;
/** For clients that do not know `access`: one word for a person. Blocked and admin come first. Removed in 0.5. */
export const PersonStatus = z.enum([
  'blocked',
  'admin',
  'ending_soon',
  'active',
  'refunded',
  'expired',
  'never_bought',
]);
export type PersonStatus = z.output<typeof PersonStatus>;

/** By name, date of joining, end of access or total paid; `-` means descending. */
export const PersonSort = z.enum(['name', '-name', 'joined', '-joined', 'ends', '-ends', 'paid', '-paid']);
export type PersonSort = z.output<typeof PersonSort>;

export const ListedPerson = ExplainedPerson.extend({
  avatar: MediaLink,
  /** Of an admin, everything. A blocked person has none; `rights` are those that the block closes. */
  access: PersonAccess,
  status: PersonStatus,
  /** For clients that do not know `access`: the plan of the longest right. */
  plan: z.string().nullable(),
  /** For clients that do not know `access`: when the longest right ends, or ended. */
  accessUntil: Instant.nullable(),
  /** After refunds. Null for an API key without `payments:read`. */
  paidInPaise: Paise.nullable(),
  /** How much of the courses that they began they have watched; null before the first lecture. */
  watchedPercent: z.int().nullable(),
  lastSeenAt: Instant.nullable(),
  blockedAt: Instant.nullable(),
  createdAt: Instant,
});
export type ListedPerson = z.output<typeof ListedPerson>;

const WatchedCourse = z.object({
  _id: z.string(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  lectures: z.int(),
  watchedLectures: z.int(),
  /** The lecture that was watched last. */
  lastLecture: z.string(),
  lastWatchedAt: Instant,
});

/**
 * Everything about one person. Lists are bounded, newest first. For an API key, `purchases` needs `payments:read` and `timeline`
 * `audit:read`; without it they are null, and the note, devices and emails always are.
 */
export const PersonDetail = z.object({
  person: ListedPerson,
  access: Explanation,
  purchases: z.array(SalesPayment).nullable(),
  /** Whom their last tax invoice is made out to; empty without one, and null as `purchases`. */
  invoiceTo: InvoiceTo.nullable(),
  watching: z.object({ watchedMs: z.int(), courses: z.array(WatchedCourse) }),
  devices: z.array(z.object({ name: z.string(), since: Instant, lastUsedAt: Instant })).nullable(),
  /** `isSent` is false for one that was stored because there was no mail server. */
  emails: z.array(z.object({ subject: z.string(), sentAt: Instant, isSent: z.boolean() })).nullable(),
  /** A note of admins, which only admins see. */
  note: z.object({ text: z.string(), changedAt: Instant.nullable(), changedBy: z.string().nullable() }).nullable(),
  timeline: z.array(TimelineEntry).nullable(),
  hasSecondStep: z.boolean(),
  consents: z.array(Consent),
  /** A planned deletion of the account. */
  deletion: ReasonedDeletion.nullable(),
  isAddressConfirmed: z.boolean(),
  /** An admin gave access or a role, which begins with the confirmation of the address. */
  waitsForConfirmation: z.boolean(),
});
export type PersonDetail = z.output<typeof PersonDetail>;

const filter = {
  /** A part of a name or an email. */
  search: searchTerm.default(''),
  /** Learners whose account is not blocked, with this access. */
  access: AccessState.optional(),
  account: z.enum(['blocked', 'admin']).optional(),
  status: PersonStatus.optional(),
  /** People whose access, to everything or to a course, comes from this plan. */
  planId: Id.optional(),
  /** Accounts with one address, which was stored in two forms. */
  same: z.literal('true').optional(),
};

/** The people of a query: up to 100 by their ids, separated by commas, or all that match a filter. */
const chosenByQuery = z.object({
  ...filter,
  userIds: z
    .string()
    .regex(/^[\w-]{1,64}(?:,[\w-]{1,64}){0,99}$/)
    .optional(),
});

/** The people of a bulk action: by their ids, or all that match a filter. */
const Chosen = z.union([
  z.object({
    userIds: z.array(Id).min(1, messages.people.nobodyChosen).max(MAX_NAMED_PEOPLE, messages.people.tooManyChosen),
  }),
  z.object({ filter: z.object(filter) }),
]);

const subject = oneLine(200, messages.people.subjectMissing);
export const emailToPeople = z.object({ subject, text: text(5000, messages.people.textMissing) });

export const BulkAction = z.discriminatedUnion('kind', [
  emailToPeople.extend({ kind: z.literal('email') }),
  z.object({ kind: z.literal('grant'), untilDay, reason }),
  z.object({ kind: z.literal('extend'), days, reason }),
  z.object({ kind: z.literal('block'), reason }),
]);
export type BulkAction = z.output<typeof BulkAction>;

const explained = { access: Explanation };
const changed = { person: ListedPerson };

export const people = {
  list: get('/admin/people', {
    access: 'admin',
    scope: 'people:read',
    summary: 'List people by access, plan and search, a page at a time, with how many there are of each access',
    query: z.object({
      ...filter,
      sort: PersonSort.default('name'),
      ...pageOf(20, { offsetMax: 10_000_000 }),
    }),
    response: success({
      people: z.array(ListedPerson),
      total: z.int(),
      /** Of all learners whose account is not blocked, regardless of the search. */
      counts: z.record(AccessState, z.int()),
      /** All, with those that `counts` leaves out. */
      accounts: z.object({ all: z.int(), blocked: z.int(), admins: z.int() }),
    }),
  }),
  exportCsv: get('/admin/people/export', {
    access: 'admin',
    scope: 'people:read',
    audit: 'data_exported',
    needsConfirmation: true,
    summary: 'Export people as a CSV file: those of a filter, or up to 100 by their ids',
    query: chosenByQuery,
    produces: 'text/csv',
    response: file,
  }),
  bulk: post('/admin/people/bulk', {
    access: 'admin',
    audit: 'people_changed',
    summary: 'Email people, grant or extend their access, or block them: up to 100 at once, more in the background',
    body: z.object({ people: Chosen, action: BulkAction }),
    response: success({
      count: z.int(),
      isQueued: z.boolean(),
      /** In the background: how many will end. */
      endedRenewals: z.int(),
      /** Of those who were given access: how many have not confirmed their address. */
      unconfirmed: z.int(),
    }),
  }),
  unconfirmed: get('/admin/people/unconfirmed', {
    access: 'admin',
    summary: 'Count people who have not confirmed their address: those of a filter, or up to 100 by their ids',
    query: chosenByQuery,
    response: success({ count: z.int() }),
  }),
  detail: get('/admin/people/:userId', {
    access: 'admin',
    scope: 'people:read',
    summary: 'Get a person with access, purchases, courses, devices, emails and timeline',
    ...ofPerson,
    response: success({ detail: PersonDetail }),
  }),
  block: post('/admin/people/:userId/block', {
    access: 'admin',
    audit: 'itself',
    summary:
      'Block an account: it is logged out everywhere, cannot log in or watch, and its renewals end; purchases stay',
    ...ofPerson,
    body: z.object({ reason }),
    incomplete: admin.reasonMissing,
    errors: ['own_account', 'last_admin'],
    response: saying('Account blocked', { ...changed, endedRenewals: z.int() }),
  }),
  unblock: post('/admin/people/:userId/unblock', {
    access: 'admin',
    audit: 'itself',
    summary: 'Unblock an account',
    ...ofPerson,
    response: saying('Account unblocked', changed),
  }),
  setRole: put('/admin/people/:userId/role', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Make a person an admin, or an admin a learner; one admin always stays',
    ...ofPerson,
    body: z.object({ role: Role }),
    errors: ['last_admin'],
    response: success(changed),
  }),
  logOut: post('/admin/people/:userId/log-out', {
    access: 'admin',
    audit: 'itself',
    summary: 'Log a person out on every device',
    ...ofPerson,
    response: saying('Logged out on every device', changed),
  }),
  sendResetLink: post('/admin/people/:userId/reset-link', {
    access: 'admin',
    audit: 'itself',
    summary: 'Email a person a link to set a new password',
    ...ofPerson,
    errors: ['account_blocked'],
    sendsEmail: true,
    response: saying('Reset link sent', changed),
  }),
  explain: get('/admin/people/:userId/access', {
    access: 'admin',
    scope: 'people:read',
    summary: 'Explain why a user has access or not',
    ...ofPerson,
    response: success(explained),
  }),
  grant: post('/admin/people/:userId/grant', {
    access: 'admin',
    scope: 'grants:write',
    audit: 'itself',
    summary: 'Grant a user access until the end of a day',
    ...ofPerson,
    body: z.object({ untilDay, reason, courseId }),
    errors: ['course_not_found'],
    incomplete: admin.reasonMissing,
    response: saying(messages.admin.granted, explained),
  }),
  extend: post('/admin/people/:userId/extend', {
    access: 'admin',
    scope: 'grants:write',
    audit: 'itself',
    summary: 'Extend a user’s access by days, or grant it from now',
    ...ofPerson,
    body: z.object({ days, reason, courseId }),
    errors: ['course_not_found'],
    incomplete: admin.reasonMissing,
    response: saying(messages.admin.extended, explained),
  }),
  revoke: post('/admin/people/:userId/revoke', {
    access: 'admin',
    scope: 'grants:write',
    audit: 'itself',
    summary: 'Revoke a user’s access and end its renewals; later purchases and grants give access again',
    ...ofPerson,
    body: z.object({ reason, courseId }),
    incomplete: admin.reasonMissing,
    errors: ['course_not_found'],
    response: saying(messages.admin.revoked, { ...explained, endedRenewals: z.int() }),
  }),
};
