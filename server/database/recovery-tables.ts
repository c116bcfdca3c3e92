/** The row types of emails about unfinished checkouts. */

/** The email about an attempt that was not finished. */
export interface RecoveryEmailRow {
  attempt_id: string;
  user_id: string;
  /** When it was decided on, under the lock of the buyer. */
  decided_at: number;
  /** Null until the mail server has it. */
  sent_at: number | null;
  /** When the buyer stopped these emails with the link in this one. */
  opted_out_at: number | null;
}

/** A link that stops these emails; each delivery has one. */
export interface RecoveryLinkRow {
  token_hash: string;
  attempt_id: string;
  created_at: number;
}
