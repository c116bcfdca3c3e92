import type { NoticeContent } from '#contract/notices/notice-kinds.ts';
import type { EmailRecipient } from '#server/notice-port.ts';
import type { Db } from '#server/database/database.ts';

/** A notice on its way to one recipient. */
export interface Delivery extends EmailRecipient {
  noticeId: string;
  content: NoticeContent;
  createdAt: number;
}

/**
 * suppressed: the recipient cannot get it this way; failed: the channel refused it for good. `isStored`: admins can read it, as
 * there is no mail server.
 */
export type Outcome =
  | { state: 'sent' }
  | { state: 'suppressed' | 'failed'; problem: string; isStored?: true }
  | { state: 'postponed'; untilMs: number };

/**
 * A way to bring notices, besides the app. `id` is the same at every attempt: a repeated delivery must not arrive twice. Both
 * throw when another attempt may succeed.
 */
export interface Channel {
  deliver(id: string, delivery: Delivery): Promise<Outcome>;
  /** Several notices at once, oldest first, to one user. */
  digest(id: string, cadence: 'daily' | 'weekly', deliveries: readonly Delivery[]): Promise<Outcome>;
  /** Those of these users whom it can reach. */
  reaches(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>>;
}
