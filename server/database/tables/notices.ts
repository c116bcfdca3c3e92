import type { Selectable } from 'kysely';
import { AccessState } from '#contract/access/rights.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { LearnerState } from '#contract/teaching/course-learners.ts';
import { z } from 'zod';
import { noticeKinds } from '#contract/notices/notice-kinds.ts';
import { NoticeChannel, Cadence } from '#contract/notices/notice-fields.ts';
import { AnnouncementState } from '#contract/announcements/announcements.ts';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';

const AKindOfNotice = z.enum(Object.keys(noticeKinds));
/** A notice to a user, or to an address without an account. */
export const notices = table('notices', {
  key: ['id'],
  columns: {
    id: text,
    user_id: text.orNull(),
    address: text.orNull(),
    kind: text.checkedBy(AKindOfNotice),
    /** JSON of `NoticeContent`. */
    content: json,
    /** One notice per key. */
    dedupe_key: text,
    created_at: time,
    /** Since when the app lists it; null if it does not. */
    shown_at: time.orNull(),
    read_at: time.orNull(),
    /** What it tells of. */
    subject: text.orNull(),
  },
  person: {
    rows: { userId: 'user_id', email: 'address' },
    title: 'notices',
    exported: ['kind', 'content', 'created_at', 'read_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/notices.jsonl', title: 'Notices to people.' },
});
export type NoticeRow = RowOf<typeof notices>;

/** A channel besides the app that brings a notice. */
export const noticeDeliveries = table('notice_deliveries', {
  columns: {
    notice_id: text,
    channel: oneOf('email', 'push'),
    user_id: text.orNull(),
    cadence: oneOf('at_once', 'daily', 'weekly'),
    state: oneOf('queued', 'sent', 'suppressed', 'failed'),
    due_at: time,
    ended_at: time.orNull(),
    /** Why it was not sent. */
    problem: text.orNull(),
  },
  person: { rows: { via: { column: 'notice_id', of: notices, key: 'id' } }, onDeletion: 'delete' },
  archive: { leftOut: 'What was not sent by then is sent by this school, or not at all.' },
});
export type NoticeDeliveryRow = RowOf<typeof noticeDeliveries>;

/** When a user wants digests, and when phones stay quiet: hours from 0 to 23, days from 1 (Monday) to 7. */
export const noticeSettings = table('notice_settings', {
  key: ['user_id'],
  columns: {
    user_id: text,
    time_zone: text.orNull(),
    daily_hour: integer,
    weekly_day: integer,
    quiet_from: integer.orNull(),
    quiet_until: integer.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'notice-times',
    exported: ['time_zone', 'daily_hour', 'weekly_day', 'quiet_from', 'quiet_until'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/notice-times.csv', title: 'When people want digests.' },
});
export type NoticeSettingsRow = RowOf<typeof noticeSettings>;

/** A choice that differs from the kind's own cadence. */
export const noticeChoices = table('notice_choices', {
  key: ['user_id', 'kind', 'channel'],
  columns: {
    user_id: text,
    kind: text.checkedBy(AKindOfNotice),
    channel: oneOf(NoticeChannel),
    cadence: oneOf(Cadence),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'notice-choices',
    exported: ['kind', 'channel', 'cadence'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/notice-choices.csv', title: 'Which notices people want, and where.' },
});
export type NoticeChoiceRow = RowOf<typeof noticeChoices>;

/** Emails of a kind, or 'digest', that a user stopped with a link in one of them. */
export const noticeOptOuts = table('notice_opt_outs', {
  key: ['user_id', 'topic'],
  columns: {
    user_id: text,
    topic: text,
    at: time,
  },
  person: { rows: { userId: 'user_id' }, title: 'opt-outs', exported: ['topic', 'at'], onDeletion: 'delete' },
  archive: { file: 'people/notice-opt-outs.csv', title: 'Emails that people stopped.' },
});
export type NoticeOptOutRow = RowOf<typeof noticeOptOuts>;

/** A browser that shows notices, with the keys that encrypt them, in base64url. */
export const pushSubscriptions = table('push_subscriptions', {
  columns: {
    id: text,
    user_id: text,
    endpoint: text,
    p256dh: text,
    auth: text,
    name: text,
    created_at: time,
    /** The session that allowed it; null for one of an earlier version. */
    session_hash: text.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'browsers-with-notices',
    exported: ['name', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { leftOut: 'Browsers allow one address only, and ask again at another.' },
});
export type PushSubscriptionRow = RowOf<typeof pushSubscriptions>;

/** An address that a mail server refused for good, with its reply. */
export const refusedAddresses = table('refused_addresses', {
  key: ['address'],
  columns: {
    address: text,
    reply: text,
    at: time,
  },
  person: { rows: { email: 'address' }, onDeletion: 'delete' },
  archive: { file: 'people/refused-addresses.csv', title: 'Addresses that mail servers refused for good.' },
});
export type RefusedAddressRow = RowOf<typeof refusedAddresses>;

/** An email sent to the mail server or stored in the folder, once per address. */
export const sentEmails = table('sent_emails', {
  key: ['id', 'address'],
  columns: {
    /** The id of its job. */
    id: text,
    address: text,
    subject: text,
    sent_at: time,
  },
  person: {
    rows: { email: 'address' },
    title: 'emails',
    exported: ['subject', 'sent_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/emails.csv', title: 'Which emails were sent, without their text.' },
});
export type SentEmailRow = RowOf<typeof sentEmails>;

/** What an admin or a teacher writes to many people. */
export const announcements = table('announcements', {
  key: ['id'],
  columns: {
    id: text,
    title: text,
    /** Markdown. */
    body: text,
    /** In which it is written. */
    language: text.generated(SOURCE_LANGUAGE),
    /** Its audience: those who have this course, or everyone. */
    course_id: text.orNull(),
    /** Those of the course who have not finished it. */
    is_unfinished: flag,
    /** Of a course: learners in this state; null for all. */
    learners: oneOf(LearnerState).orNull(),
    /** Without those who got an announcement to learners of a state lately. */
    skips_reminded: flag,
    /** Of everyone: learners with this access; null for all. */
    access: oneOf(AccessState).orNull(),
    /** Learners who have not been seen for this long. */
    away_days: integer.orNull(),
    state: oneOf(AnnouncementState),
    author_id: text,
    created_at: time,
    changed_at: time,
    /** When it begins. */
    send_at: time.orNull(),
    /** When it began, and ended. */
    started_at: time.orNull(),
    ended_at: time.orNull(),
    /** Users up to this id were looked at. */
    after_user_id: text,
    recipients: integer,
  },
  person: {
    rows: { userId: 'author_id' },
    title: 'announcements',
    exported: ['title', 'body', 'created_at', 'ended_at'],
    onDeletion: { keep: 'They were sent in the name of the school.' },
  },
  archive: { file: 'school/announcements.csv', title: 'Announcements, in Markdown.' },
});
export type AnnouncementRow = Selectable<RowOf<typeof announcements>>;

export type DeliveryChannel = NoticeDeliveryRow['channel'];
