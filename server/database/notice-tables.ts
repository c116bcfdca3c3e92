/** The row types of notices. */

/** A notice to a user, or to an address without an account. */
export interface NoticeRow {
  id: string;
  user_id: string | null;
  address: string | null;
  kind: string;
  /** JSON of `NoticeContent`. */
  content: string;
  /** One notice per key. */
  dedupe_key: string;
  created_at: number;
  /** Since when the app lists it; null if it does not. */
  shown_at: number | null;
  read_at: number | null;
  /** What it tells of. */
  subject: string | null;
}

export type DeliveryChannel = 'email' | 'push';

/** A channel besides the app that brings a notice. */
export interface NoticeDeliveryRow {
  notice_id: string;
  channel: DeliveryChannel;
  user_id: string | null;
  cadence: 'at_once' | 'daily' | 'weekly';
  state: 'queued' | 'sent' | 'suppressed' | 'failed';
  due_at: number;
  ended_at: number | null;
  /** Why it was not sent. */
  problem: string | null;
}

/** When a user wants digests, and when phones stay quiet: hours from 0 to 23, days from 1 (Monday) to 7. */
export interface NoticeSettingsRow {
  user_id: string;
  time_zone: string | null;
  daily_hour: number;
  weekly_day: number;
  quiet_from: number | null;
  quiet_until: number | null;
}

/** A choice that differs from the kind's own cadence. */
export interface NoticeChoiceRow {
  user_id: string;
  kind: string;
  channel: 'app' | DeliveryChannel;
  cadence: 'at_once' | 'daily' | 'weekly' | 'off';
}

/** Emails of a kind, or 'digest', that a user stopped with a link in one of them. */
export interface NoticeOptOutRow {
  user_id: string;
  topic: string;
  at: number;
}

/** An address that a mail server refused for good, with its reply. */
export interface RefusedAddressRow {
  address: string;
  reply: string;
  at: number;
}

/** A browser that shows notices, with the keys that encrypt them, in base64url. */
export interface PushSubscriptionRow {
  id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  name: string;
  created_at: number;
  /** The session that allowed it; null for one of an earlier version. */
  session_hash: string | null;
}

/** A published course or lecture that a notice is due about. */
export interface PublishedNewsRow {
  subject_id: string;
  course_id: string;
  is_course: number;
  noted_at: number;
  announced_at: number | null;
}

/** What an admin or a teacher writes to many people. */
export interface AnnouncementRow {
  id: string;
  title: string;
  /** Markdown. */
  body: string;
  /** Its audience: those who have this course, or everyone. */
  course_id: string | null;
  /** Those of the course who have not finished it. */
  is_unfinished: number;
  /** Those who are away for so long. */
  away_days: number | null;
  state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled';
  author_id: string;
  created_at: number;
  changed_at: number;
  /** When it begins. */
  send_at: number | null;
  /** When it began, and ended. */
  started_at: number | null;
  ended_at: number | null;
  /** Users up to this id were looked at. */
  after_user_id: string;
  recipients: number;
}
