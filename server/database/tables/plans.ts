import type { Selectable } from 'kysely';
import { z } from 'zod';
import { TermUnit } from '#contract/billing/plans.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { paymentAttempts } from './purchases.ts';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';

/** A plan. Its price and terms are those of its current version. */
export const plans = table('plans', {
  key: ['id'],
  columns: {
    id: text,
    name: text,
    /** In which it is written. */
    language: text.generated(SOURCE_LANGUAGE),
    /** A higher price, shown for comparison. */
    compare_price_in_paise: integer.orNull(),
    /** 0: sold only to those who have its link. */
    is_visible: flag,
    /** The current version. */
    version_id: text,
    created_at: time,
    updated_at: time,
    /** No longer sold; its purchases stay. */
    deleted_at: time.orNull(),
  },
  person: null,
  archive: { file: 'payments/plans.csv', title: 'Plans.' },
});
export type PlanRow = Selectable<RowOf<typeof plans>>;

/** The price and the terms of a plan from some moment on. Rows are never changed: purchases name them. */
export const planVersions = table('plan_versions', {
  key: ['id'],
  columns: {
    id: text,
    plan_id: text,
    /** From 1, in the order in which they were made. */
    number: integer,
    price_in_paise: integer,
    term_unit: oneOf(TermUnit),
    /** 1 for a lifetime, and for a term that ends on a date. */
    term_count: integer,
    /** The last day of a term that ends on a date, such as `2027-04-30`. */
    term_until: text.checkedBy(z.iso.date()).orNull(),
    is_renewing: flag,
    refund_days: integer,
    /** How it is paid in parts, as JSON; null where it is paid at once. */
    parts: json.orNull(),
    /** Everything, or the courses of `PlanVersionCourseRow`. */
    opens: oneOf('everything', 'courses'),
    created_at: time,
    created_by: text.orNull(),
  },
  person: null,
  archive: { file: 'payments/plan-versions.csv', title: 'Prices and terms of plans, also earlier ones.' },
});
export type PlanVersionRow = RowOf<typeof planVersions>;

/** A course that a version of a plan opens. Rows are only added: what was bought stays open. */
export const planVersionCourses = table('plan_version_courses', {
  key: ['version_id', 'course_id'],
  columns: {
    version_id: text,
    course_id: text,
    /** When the course was added to a version that people may have bought; 0 for a course of the beginning. */
    added_at: time,
  },
  person: null,
  archive: { file: 'payments/plan-courses.csv', title: 'The courses that a version of a plan opens.' },
});
export type PlanVersionCourseRow = RowOf<typeof planVersionCourses>;

/** A plan that was made at a provider, to charge a version with. */
export const providerPlans = table('provider_plans', {
  key: ['plan_version_id', 'account'],
  columns: {
    plan_version_id: text,
    /** The provider and the key that it was made with. */
    account: text,
    ref: text,
    created_at: time,
  },
  person: null,
  archive: { file: 'payments/provider-plans.csv', title: 'Plans at the payment provider.' },
});
export type ProviderPlanRow = RowOf<typeof providerPlans>;

/** A code that takes something off a price. Its uses are the attempts that name it. */
export const coupons = table('coupons', {
  key: ['id'],
  columns: {
    id: text,
    /** In capital letters. */
    code: text,
    percent_off: integer.orNull(),
    amount_off_in_paise: integer.orNull(),
    max_uses: integer.orNull(),
    max_uses_per_person: integer.orNull(),
    starts_at: time.orNull(),
    ends_at: time.orNull(),
    plan_id: text.orNull(),
    /** Only for plans that open this course and not everything. */
    course_id: text.orNull(),
    is_first_purchase_only: flag,
    created_at: time,
    updated_at: time,
  },
  person: null,
  archive: { file: 'payments/coupons.csv', title: 'Coupons.' },
});
export type CouponRow = RowOf<typeof coupons>;

/** A purchase for another person. Its payment has whether and by whom it is redeemed. */
export const gifts = table('gifts', {
  key: ['id'],
  columns: {
    id: text,
    recipient_name: text,
    recipient_email: text,
    message: text,
    /** The day of the school's calendar on which it is sent, such as `2026-12-24`; null for at once. */
    send_on: text.orNull(),
    /** The payment that paid for it, by the provider's id; null before, and for one that was never paid. */
    payment_id: text.orNull(),
    /** When the last delivery was sent; null while it is planned. */
    sent_at: time.orNull(),
    /** How many were planned: one when it was paid, and one for each change. */
    deliveries: integer,
    created_at: time,
  },
  person: {
    rows: { email: 'recipient_email', via: { column: 'id', of: paymentAttempts, key: 'gift_id' } },
    title: 'gifts',
    exported: ['recipient_name', 'recipient_email', 'message', 'send_on', 'sent_at', 'created_at'],
    onDeletion: 'steps',
  },
  archive: { file: 'payments/gifts.csv', title: 'Gifts.' },
});
export type GiftRow = RowOf<typeof gifts>;

/** A link that redeems a gift; each email and each copy is one. */
export const giftLinks = table('gift_links', {
  key: ['token_hash'],
  columns: {
    token_hash: text,
    gift_id: text,
    created_at: time,
  },
  person: null,
  archive: {
    file: 'payments/gift-links.csv',
    title: 'Links that redeem gifts, as sums: links in emails keep working.',
  },
});
export type GiftLinkRow = RowOf<typeof giftLinks>;

/** The email about an attempt that was not finished. */
export const recoveryEmails = table('recovery_emails', {
  key: ['attempt_id'],
  columns: {
    attempt_id: text,
    user_id: text,
    /** When it was decided on, under the lock of the buyer. */
    decided_at: time,
    /** Null until the mail server has it. */
    sent_at: time.orNull(),
    /** When the buyer stopped these emails with the link in this one. */
    opted_out_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'reminders-of-checkouts',
    exported: ['sent_at', 'opted_out_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'payments/checkout-emails.csv', title: 'Emails about checkouts that were not finished.' },
});
export type RecoveryEmailRow = RowOf<typeof recoveryEmails>;

/** A link that stops these emails; each delivery has one. */
export const recoveryLinks = table('recovery_links', {
  key: ['token_hash'],
  columns: {
    token_hash: text,
    attempt_id: text,
    created_at: time,
  },
  person: {
    rows: { via: { column: 'attempt_id', of: recoveryEmails, key: 'attempt_id' } },
    onDeletion: 'delete',
  },
  archive: { file: 'payments/checkout-email-links.csv', title: 'Links that stop these emails, as sums.' },
});
export type RecoveryLinkRow = RowOf<typeof recoveryLinks>;
