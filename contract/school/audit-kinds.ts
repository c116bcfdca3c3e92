import { z } from 'zod';
import { PaidParts } from '../billing/part-fields.ts';
import { OwnWay, RequestState, Way } from '../billing/way-names.ts';
import { type EventKind, eventKinds } from './audit-events.ts';

const ofKind = <K extends EventKind, D extends z.ZodRawShape>(kind: K, detail: D) =>
  z.object({ kind: z.literal(kind), detail: z.object(detail) });

const payment = {
  status: z.enum(['created', 'failed', 'authorized', 'captured']),
  amountInPaise: z.int(),
  currency: z.string(),
  isConfirmed: z.boolean(),
  failure: z.string().optional(),
  method: Way.optional(),
  batchId: z.string().optional(),
  /** Those that the payment paid, of a purchase in parts. */
  parts: PaidParts.optional(),
};
const coupon = { code: z.string(), percentOff: z.int().nullable(), amountOffInPaise: z.int().nullable() };
/** The name is that of the plan or the course. */
const extension = { extensionId: z.string(), name: z.string().optional(), reason: z.string() };
const accessChange = { reason: z.string(), until: z.int().nullable(), days: z.int() };

/** Events of purchases and people, which the pages of a payment and of a person tell in order. */
export const HistoryChange = z.discriminatedUnion('kind', [
  ofKind('subscription_created', { ref: z.string() }),
  ofKind('subscription_creation_failed', { error: z.string(), isAmbiguous: z.boolean() }),
  ofKind('subscription_found', { ref: z.string() }),
  ofKind('subscription_status_changed', { status: z.string() }),
  ofKind('proof_refused', { reason: z.string() }),
  ofKind('payment_status_changed', payment),
  ofKind('payment_matched', payment),
  ofKind('payment_flagged', {
    problem: z.enum(['unmatched', 'wrong_amount', 'duplicate', 'paid_without_access', 'charged_without_access']),
  }),
  ofKind('payment_handled', { reason: z.string() }),
  ofKind('dispute_status_changed', {
    status: z.string(),
    disputeId: z.string(),
    phase: z.string(),
    respondBy: z.int().nullable(),
  }),
  ofKind('refund_requested', { amountInPaise: z.int(), reason: z.string() }),
  ofKind('refund_requested_for_rest', { amountInPaise: z.int() }),
  ofKind('refund_requested_again', { try: z.int() }),
  ofKind('refund_refused', { reason: z.string(), amountInPaise: z.int() }),
  ofKind('refund_owed', { tries: z.int() }),
  ofKind('refund_status_changed', {
    status: z.enum(['pending', 'processed', 'failed']),
    refundId: z.string(),
    amountInPaise: z.int(),
  }),
  ofKind('refund_paid_back', {
    how: z.enum([...OwnWay.options, 'reversal']),
    reference: z.string(),
    amountInPaise: z.int(),
    /** Of a reversal. */
    reason: z.string().optional(),
  }),
  ofKind('payment_stated', { way: OwnWay, reference: z.string(), amountInPaise: z.int() }),
  ofKind('payment_request_ended', { state: RequestState, reason: z.string() }),
  ofKind('payment_received', {
    way: OwnWay,
    reference: z.string(),
    amountInPaise: z.int(),
    expectedInPaise: z.int(),
    /** A day such as `2026-05-03`. */
    receivedOn: z.string(),
    reason: z.string(),
  }),
  ofKind('part_reminded', { amountInPaise: z.int(), dueOn: z.string() }),
  ofKind('part_postponed', { n: z.int(), until: z.string(), reason: z.string() }),
  ofKind('part_written_off', { n: z.int(), amountInPaise: z.int(), reason: z.string() }),
  ofKind('part_undone', { n: z.int() }),
  ofKind('renewal_turned_off', {}),
  ofKind('cancel_accepted', { when: z.enum(['now', 'period_end']) }),
  ofKind('access_granted', accessChange),
  ofKind('access_extended', accessChange),
  ofKind('access_revoked', accessChange),
  ofKind('watermark_tampered', { course: z.string() }),
  ofKind('extension_made', { ...extension, people: z.int(), comeBack: z.int() }),
  /** Of a person, or of all of an extension. */
  ofKind('extension_undone', extension),
  ofKind('reminder_sent', { days: z.int(), endsAt: z.int() }),
  ofKind('recovery_sent', {}),
  ofKind('private_link_shown', { mailId: z.string() }),
  ofKind('account_blocked', { reason: z.string() }),
  ofKind('account_unblocked', {}),
  ofKind('role_changed', { role: z.enum(['ADMIN', 'USER']) }),
  ofKind('logged_out_everywhere', {}),
  ofKind('reset_link_requested', {}),
  ofKind('account_added', {}),
  ofKind('note_changed', {}),
  ofKind('account_imported', { importId: z.string() }),
  ofKind('people_emailed', { subject: z.string(), count: z.int() }),
  ofKind('settings_changed', { section: z.string(), fields: z.array(z.string()) }),
  ofKind('plan_created', { planId: z.string() }),
  ofKind('plan_changed', { planId: z.string(), version: z.int() }),
  ofKind('plan_deleted', { planId: z.string() }),
  ofKind('coupon_created', coupon),
  ofKind('coupon_changed', coupon),
  ofKind('coupon_exceeded', {
    code: z.string(),
    limit: z.enum(['used_up', 'used_by_buyer', 'not_first_purchase']),
  }),
  ofKind('gift_sent', { email: z.string() }),
  ofKind('gift_redeemed', { giftId: z.string() }),
  ofKind('unknown', { action: z.string() }),
]);

/** Logins, and what learners reach. */
const AccountChange = z.discriminatedUnion('kind', [
  ofKind('login_done', { how: z.enum(['password', 'second_step', 'passkey', 'email_code', 'provider']) }),
  /** Counted per account, network and hour. */
  ofKind('login_failed', {}),
  ofKind('account_registered', {}),
  ofKind('password_reset', {}),
  ofKind('invitation_accepted', {}),
  ofKind('login_disowned', {}),
  ofKind('email_changed', {}),
  /** The rows of each table that were deleted or changed. */
  ofKind('account_deleted', { rows: z.record(z.string(), z.int()) }),
  ofKind('course_completed', {}),
  ofKind('certificate_issued', { code: z.string() }),
  ofKind('review_published', { reviewId: z.string(), stars: z.int() }),
]);

type Described = z.output<typeof HistoryChange>['kind'] | z.output<typeof AccountChange>['kind'];
/** Events that the HTTP layer records for an endpoint that declares one: those that nothing above describes. */
export type RequestKind = Exclude<EventKind, Described>;

const described = new Set<string>(
  [...HistoryChange.options, ...AccountChange.options].map(({ shape }) => shape.kind.value),
);
const isOfRequest = (kind: EventKind): kind is RequestKind => !described.has(kind);

const RequestChange = z.object({
  kind: z.enum(eventKinds.filter(isOfRequest)),
  /** The request, such as `PUT /courses/:courseId`, and the ids in it. */
  detail: z.object({ request: z.string(), ids: z.record(z.string(), z.string()) }),
});

/** Every event of the audit. Rows outlast versions: a kind may be added, and a field only as an optional one. */
export const AuditChange = z.union([HistoryChange, AccountChange, RequestChange]);
export type AuditChange = z.output<typeof AuditChange>;
export type AuditKind = AuditChange['kind'];
export type HistoryKind = z.output<typeof HistoryChange>['kind'];
/** The fields of each kind of the history. */
export type HistoryDetails = { [C in z.output<typeof HistoryChange> as C['kind']]: C['detail'] };
