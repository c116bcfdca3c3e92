import { z } from 'zod';
import { recordOf } from '../record-of.ts';

const ofKind = <K extends string, D extends z.ZodRawShape>(kind: K, detail: D) =>
  z.object({ kind: z.literal(kind), detail: z.object(detail) });

const payment = {
  status: z.enum(['created', 'failed', 'authorized', 'captured']),
  amountInPaise: z.int(),
  currency: z.string(),
  isConfirmed: z.boolean(),
  failure: z.string().optional(),
};
const coupon = { code: z.string(), percentOff: z.int().nullable(), amountOffInPaise: z.int().nullable() };
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
  ofKind('renewal_turned_off', {}),
  ofKind('cancel_accepted', { when: z.enum(['now', 'period_end']) }),
  ofKind('access_granted', accessChange),
  ofKind('access_extended', accessChange),
  ofKind('access_revoked', accessChange),
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
  ofKind('email_changed', {}),
  /** The rows of each table that were deleted or changed. */
  ofKind('account_deleted', { rows: z.record(z.string(), z.int()) }),
  ofKind('course_completed', {}),
  ofKind('certificate_issued', { code: z.string() }),
  ofKind('review_published', { reviewId: z.string(), stars: z.int() }),
]);

/** Events that the HTTP layer records for an endpoint that declares one. */
const REQUEST_KINDS = [
  'password_changed',
  'password_removed',
  'email_change_requested',
  'email_change_cancelled',
  'second_step_on',
  'second_step_off',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_changed',
  'passkey_removed',
  'identity_added',
  'identity_removed',
  'sessions_ended',
  'deletion_planned',
  'deletion_taken_back',
  'course_created',
  'course_changed',
  'course_published',
  'course_deleted',
  'course_restored',
  'course_people_changed',
  'lecture_changed',
  'quiz_changed',
  'answer_graded',
  'question_moderated',
  'review_moderated',
  'certificate_rules_changed',
  'certificate_decided',
  'certificate_revoked',
  'certificate_reissued',
  'teacher_changed',
  'announcement_changed',
  'announcement_sent',
  'page_changed',
  'people_imported',
  'people_changed',
  'inbox_changed',
  'email_text_changed',
  'work_started',
  'data_exported',
  'data_imported',
  'school_exported',
  'school_export_downloaded',
  'school_export_deleted',
  'api_key_created',
  'api_key_ended',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_sent',
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const RequestChange = z.object({
  kind: z.enum(REQUEST_KINDS),
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

export const AUDIT_GROUPS = [
  'logins',
  'accounts',
  'people',
  'courses',
  'certificates',
  'money',
  'school',
  'exports',
  'keys',
] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

const inGroup = <K extends AuditKind>(group: AuditGroup, ...kinds: K[]): Record<K, AuditGroup> =>
  recordOf(kinds.map((kind) => [kind, group]));

/** The group of each kind, as the page of the audit filters by them. */
export const groupOf: Record<AuditKind, AuditGroup> = {
  ...inGroup('logins', 'login_done', 'login_failed', 'sessions_ended', 'logged_out_everywhere'),
  ...inGroup(
    'accounts',
    'account_registered',
    'password_changed',
    'password_removed',
    'password_reset',
    'email_change_requested',
    'email_change_cancelled',
    'email_changed',
    'reset_link_requested',
    'second_step_on',
    'second_step_off',
    'recovery_codes_renewed',
    'passkey_added',
    'passkey_changed',
    'passkey_removed',
    'identity_added',
    'identity_removed',
  ),
  ...inGroup(
    'people',
    'deletion_planned',
    'deletion_taken_back',
    'account_deleted',
    'account_blocked',
    'account_unblocked',
    'role_changed',
    'account_added',
    'account_imported',
    'people_imported',
    'people_changed',
    'people_emailed',
    'note_changed',
    'private_link_shown',
    'access_granted',
    'access_extended',
    'access_revoked',
    'announcement_changed',
    'announcement_sent',
    'inbox_changed',
  ),
  ...inGroup(
    'courses',
    'course_created',
    'course_changed',
    'course_published',
    'course_deleted',
    'course_restored',
    'course_people_changed',
    'course_completed',
    'lecture_changed',
    'quiz_changed',
    'answer_graded',
    'question_moderated',
    'review_published',
    'review_moderated',
    'teacher_changed',
  ),
  ...inGroup(
    'certificates',
    'certificate_rules_changed',
    'certificate_issued',
    'certificate_decided',
    'certificate_revoked',
    'certificate_reissued',
  ),
  ...inGroup(
    'money',
    'subscription_created',
    'subscription_creation_failed',
    'subscription_found',
    'subscription_status_changed',
    'proof_refused',
    'payment_status_changed',
    'payment_matched',
    'payment_flagged',
    'payment_handled',
    'dispute_status_changed',
    'refund_requested',
    'refund_requested_for_rest',
    'refund_requested_again',
    'refund_refused',
    'refund_owed',
    'refund_status_changed',
    'renewal_turned_off',
    'cancel_accepted',
    'reminder_sent',
    'recovery_sent',
    'plan_created',
    'plan_changed',
    'plan_deleted',
    'coupon_created',
    'coupon_changed',
    'coupon_exceeded',
    'gift_sent',
    'gift_redeemed',
  ),
  ...inGroup('school', 'settings_changed', 'page_changed', 'email_text_changed', 'work_started', 'unknown'),
  ...inGroup(
    'exports',
    'data_exported',
    'data_imported',
    'school_exported',
    'school_export_downloaded',
    'school_export_deleted',
  ),
  ...inGroup(
    'keys',
    'api_key_created',
    'api_key_ended',
    'webhook_created',
    'webhook_changed',
    'webhook_deleted',
    'webhook_sent',
  ),
};
