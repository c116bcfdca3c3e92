import { z } from 'zod';
import { flag, integer, oneOf, table, text, time, type RowOf } from '../table.ts';
import { books, computed } from './reasons.ts';

/** An admin's change of a user's access. Rows are never changed, but may be undone. */
export const accessChanges = table('access_changes', {
  key: ['id'],
  columns: {
    id: text,
    user_id: text,
    /** grant: access until; extend: a payment's term is longer by `added_ms`; revoke: nothing before it counts. */
    kind: oneOf('grant', 'extend', 'revoke'),
    at: time,
    until: time.orNull(),
    /** What is granted or revoked: `everything`, or the id of a course. An extension is about its payment. */
    scope: text,
    source: oneOf('admin', 'import'),
    /** For extend: the payment, by the provider's id. A grant with one ends when that is refunded. */
    payment_id: text.orNull(),
    days: integer,
    /** For extend: the length of those days, which differs from 24 hours when clocks change; null in old rows; 0 until `until`. */
    added_ms: integer.orNull(),
    /** The extension that it is a part of. */
    extension_id: text.orNull(),
    /** When that was taken back: from then on the change does not count. */
    undone_at: time.orNull(),
    /** '' for the school, where no admin is known. */
    changed_by: text,
    reason: text,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'access',
    exported: ['kind', 'scope', 'at', 'until', 'days', 'source', 'reason', 'undone_at'],
    onDeletion: { set: { reason: '' }, why: books },
  },
  archive: { file: 'payments/access.csv', title: 'Access that admins granted, extended or revoked.' },
});
export type AccessChangeRow = RowOf<typeof accessChanges>;

/** A longer end of access that an admin gave to the people of a plan or a course, or to one person: `access_changes` has their rows. */
export const accessExtensions = table('access_extensions', {
  key: ['id'],
  columns: {
    id: text,
    /** One of these is set: what is extended. */
    plan_id: text.orNull(),
    course_id: text.orNull(),
    batch_id: text.orNull(),
    user_id: text.orNull(),
    /** Until the end of a day such as `2027-04-30`; null by days. */
    until_day: text.checkedBy(z.iso.date()).orNull(),
    days: integer,
    reason: text,
    sends_notice: flag,
    /** When it was made. */
    people: integer,
    come_back: integer,
    made_at: time,
    made_by: text,
    undone_at: time.orNull(),
  },
  person: { rows: { userId: 'user_id' }, onDeletion: { set: { reason: '' }, why: books } },
  archive: { file: 'payments/extensions.csv', title: 'Extensions of access, of a person or of many.' },
});
export type AccessExtensionRow = RowOf<typeof accessExtensions>;

/**
 * A projection for lists, counts and reminders: the end of access to everything and of any access, and the amount paid, of
 * every user with a purchase or a grant. It does not decide access.
 */
export const userAccess = table('user_access', {
  columns: {
    user_id: text,
    mode: oneOf('test', 'live'),
    /** 0 without any access. */
    ends_at: time,
    /** After refunds. */
    paid_in_paise: integer,
    /** 1 if the last purchase is refunded or being refunded. */
    is_refunded: flag,
    /** The plan version of the access; null for a grant. */
    plan_version_id: text.orNull(),
    /** Days before the end of the next reminder. */
    remind_days: integer.orNull(),
    remind_at: time.orNull(),
    /** The end of the last access of any scope, 0 without any; null until it is recomputed after an upgrade. */
    latest_end: time.orNull(),
    /** 1 if that access renews by itself. */
    latest_renews: flag.orNull(),
  },
  person: { rows: { userId: 'user_id' }, onDeletion: { keep: books } },
  archive: computed,
});
export type UserAccessRow = RowOf<typeof userAccess>;

/** As `UserAccessRow`, of a course that a user got alone. */
export const courseAccess = table('course_access', {
  columns: {
    user_id: text,
    mode: oneOf('test', 'live'),
    /** 0 without any access. */
    ends_at: time,
    /** The plan version of the access; null for a grant. */
    plan_version_id: text.orNull(),
    /** Days before the end of the next reminder. */
    remind_days: integer.orNull(),
    remind_at: time.orNull(),
    course_id: text,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: { keep: books } },
  archive: computed,
});
export type CourseAccessRow = RowOf<typeof courseAccess>;

/** A projection: the sales of one day of the school's calendar, by the day of the capture. */
export const dailySales = table('daily_sales', {
  columns: {
    mode: oneOf('test', 'live'),
    /** Such as `2026-06-15`. */
    day: text,
    /** Payments for plans that open everything and that are not fully refunded, and their amount. */
    sold: integer,
    sold_in_paise: integer,
    gross_in_paise: integer,
    refunded_in_paise: integer,
    /** Amount of lost disputes. */
    lost_in_paise: integer,
    /** Fees of the provider. */
    fees_in_paise: integer,
    /** Payments whose fee the provider has not reported. */
    without_fee: integer,
    /** All payments that cost something, including refunded ones. */
    payments: integer,
    /** Payments with a refund. */
    with_refund: integer,
    /** Payments that started or continued access and are not fully refunded. */
    joined: integer,
    renewed: integer,
    /** Payments of a checkout; the others were charged automatically. */
    from_checkout: integer,
  },
  person: null,
  archive: computed,
});
export type DailySalesRow = RowOf<typeof dailySales>;

/** A projection: the amount paid on a day for one version of a plan. */
export const dailyPlanSales = table('daily_plan_sales', {
  columns: {
    mode: oneOf('test', 'live'),
    day: text,
    plan_version_id: text,
    paid: integer,
    /** Before refunds. */
    gross_in_paise: integer,
    /** Payments that cost something and opened something, also those refunded since; null before the next recomputation, as below. */
    sales: integer.orNull(),
    /** Payments with a refund. */
    refunded: integer.orNull(),
    /** Refunded, or lost in disputes. */
    returned_in_paise: integer.orNull(),
  },
  person: null,
  archive: computed,
});
export type DailyPlanSalesRow = RowOf<typeof dailyPlanSales>;
