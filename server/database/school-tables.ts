/** The row types of messages to the school and of its pages. */

export interface ContactMessageRow {
  id: string;
  name: string;
  email: string;
  message: string;
  user_id: string | null;
  created_at: number;
  /** Set while the message needs no reply. */
  done_at: number | null;
}

/** The draft of a page that the owner writes. */
export interface SitePageRow {
  slug: string;
  title: string;
  /** Markdown with values such as `{price}`. */
  body: string;
  created_at: number;
  updated_at: number;
}

export interface SitePageVersionRow {
  slug: string;
  number: number;
  title: string;
  body: string;
  /** `body` with its values filled in. */
  text: string;
  published_at: number;
  /** 1 for a version that people who accepted an earlier one are asked to accept. */
  asks_again: number;
}

/** A version of a page that a person accepted. */
export interface ConsentRow {
  user_id: string;
  slug: string;
  version: number;
  accepted_at: number;
}

export interface ContactReplyRow {
  id: string;
  message_id: string;
  /** Chosen by the caller: a repeated request is stored once. */
  idempotency_key: string;
  author_id: string;
  body: string;
  created_at: number;
}
