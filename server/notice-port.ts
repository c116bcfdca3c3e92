import type { ContentOf, NoticeContent, NoticeKind } from '#contract/notices/notice-kinds.ts';
import type { Tx } from './database/database.ts';
import type { Attachment, Email } from './email/mailer.ts';

/** A notice to a user, or to an address. The first with a `dedupeKey` is written, further ones are not. */
export type NewNotice = {
  dedupeKey: string;
  content: NoticeContent;
  /** Not before; default: now. */
  dueAtMs?: number;
  /** What it tells of, such as `answer:…`: when that is withdrawn, so are its notices. */
  subject?: string;
} & ({ userId: string; address?: never } | { userId?: never; address: string });

/** Writes notices in the transaction of their event. Their deliveries are jobs, which start after its commit. */
export type Notify = (tx: Tx, notices: readonly NewNotice[]) => Promise<void>;

/** Takes the notices of these subjects off the lists, and stops those that no other channel has brought yet. */
export type Withdraw = (tx: Tx, subjects: readonly string[]) => Promise<void>;

const EXCERPT_LENGTH = 299;

/** How a text begins, as a notice quotes it. */
export const excerptOf = (text: string): string => text.slice(0, EXCERPT_LENGTH).toWellFormed();

/** Who gets an email. */
export interface EmailRecipient {
  /** Null for an address without an account. */
  userId: string | null;
  address: string;
  /** '' without an account. */
  name: string;
}

/** The email of a notice; withdrawn: its reason is gone. */
export type ComposedEmail =
  | { email: Email; attachments?: readonly Attachment[] }
  | 'withdrawn'
  | { postponeUntilMs: number };

/** The email of a kind of notice that has its own texts. The room of the event knows them. */
export interface EmailOfKind<K extends NoticeKind> {
  compose(content: ContentOf<K>, recipient: EmailRecipient): Promise<ComposedEmail>;
  /** In the transaction that records the delivery. */
  sent?(tx: Tx, content: ContentOf<K>): Promise<void>;
}

/** How the notices of a subject arrived: their emails by state, and how many people read them on the site. */
export interface Reached {
  emails: Record<'sent' | 'queued' | 'suppressed' | 'failed', number>;
  read: number;
}

/** What the rooms of events need of notices. */
export interface NoticePort {
  /** The link that stops the emails of a kind to a user. */
  optOutOf(userId: string, kind: NoticeKind): NonNullable<Email['optOut']>;
  /** Whether the notice with this key was written. */
  has(dedupeKey: string): Promise<boolean>;
  reachedBy(subject: string): Promise<Reached>;
  notify: Notify;
  withdraw: Withdraw;
  /** Sets the email of a kind that has its own texts. */
  setEmail<K extends NoticeKind>(kind: K, email: EmailOfKind<K>): void;
}
