import type { Selectable } from 'kysely';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';
import { pseudonym, secret, passing } from './reasons.ts';

export const settings = table('settings', {
  key: ['name'],
  columns: {
    name: text,
    value: text,
    updated_at: time,
  },
  person: null,
  archive: { file: 'school/settings.csv', title: 'Settings without secrets. Values are JSON where they have parts.' },
});

/** The draft of a page that the owner writes. */
export const sitePages = table('site_pages', {
  key: ['slug'],
  columns: {
    slug: text,
    title: text,
    /** Markdown with values such as `{price}`. */
    body: text,
    /** In which it is written. */
    language: text.generated(SOURCE_LANGUAGE),
    created_at: time,
    updated_at: time,
  },
  person: null,
  archive: { file: 'school/pages.csv', title: 'Pages of the site, as drafts, in Markdown.' },
});
export type SitePageRow = Selectable<RowOf<typeof sitePages>>;

export const sitePageVersions = table('site_page_versions', {
  key: ['slug', 'number'],
  columns: {
    slug: text,
    number: integer,
    title: text,
    body: text,
    /** `body` with its values filled in. */
    text: text,
    published_at: time,
    /** 1 for a version that people who accepted an earlier one are asked to accept. */
    asks_again: flag,
  },
  person: null,
  archive: { file: 'school/page-versions.csv', title: 'Published versions of these pages.' },
});
export type SitePageVersionRow = RowOf<typeof sitePageVersions>;

/** The row types of messages to the school and of its pages. */
export const contactMessages = table('contact_messages', {
  key: ['id'],
  columns: {
    id: text,
    name: text,
    email: text,
    message: text,
    user_id: text.orNull(),
    created_at: time,
    /** Set while the message needs no reply. */
    done_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id', email: 'email' },
    title: 'messages',
    exported: ['name', 'email', 'message', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/messages.csv', title: 'Messages of the contact form.' },
});
export type ContactMessageRow = RowOf<typeof contactMessages>;

export const contactReplies = table('contact_replies', {
  key: ['id'],
  columns: {
    id: text,
    message_id: text,
    /** Chosen by the caller: a repeated request is stored once. */
    idempotency_key: text,
    author_id: text,
    body: text,
    created_at: time,
  },
  person: {
    rows: { via: { column: 'message_id', of: contactMessages, key: 'id' } },
    title: 'replies-to-messages',
    exported: ['body', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/replies.csv', title: 'Replies to them.' },
});
export type ContactReplyRow = RowOf<typeof contactReplies>;

/** An address that messages about events are sent to. */
export const webhooks = table('webhooks', {
  columns: {
    id: text,
    url: text,
    /** Separated by spaces. */
    events: text,
    /** Encrypted. */
    sealed_secret: text,
    /** The earlier secret, which signs too until then. */
    sealed_previous: text.orNull(),
    previous_until: time.orNull(),
    created_at: time,
    failing_since: integer.orNull(),
  },
  person: null,
  archive: { leftOut: 'Their secrets are shown once, so each webhook is created again.' },
});
export type WebhookRow = RowOf<typeof webhooks>;

/** A message to one address. Its id is the header `webhook-id`. */
export const webhookMessages = table('webhook_messages', {
  columns: {
    id: text,
    webhook_id: text,
    event: text,
    body: text,
    state: oneOf('waiting', 'sent', 'failed'),
    tries: integer,
    created_at: time,
    last_try_at: time.orNull(),
    status: integer.orNull(),
    response: text,
  },
  person: null,
  archive: passing,
});
export type WebhookMessageRow = RowOf<typeof webhookMessages>;

/** An event of the audit, as `contract/school/audit-kinds.ts` has them. */
export const auditEntries = table('audit_entries', {
  key: ['id'],
  columns: {
    id: text,
    at: time,
    kind: text,
    /** JSON, as are `detail` and the values. */
    source: json,
    /** The person whom it is about. */
    user_id: text.orNull(),
    attempt_id: text.orNull(),
    payment_id: text.orNull(),
    detail: json,
    actor_kind: oneOf('person', 'key', 'system'),
    actor_id: text.orNull(),
    /** The network address of the request. */
    address: text.orNull(),
    browser: text.orNull(),
    course_id: text.orNull(),
    before_values: json.orNull(),
    after_values: json.orNull(),
    /** More than 1 for events that are counted. */
    times: integer,
  },
  person: {
    rows: { userId: ['user_id', 'actor_id'], mentions: ['detail', 'before_values', 'after_values'] },
    title: 'history',
    exported: ['at', 'kind', 'detail'],
    onDeletion: {
      set: { address: null, browser: null },
      withoutPerson: ['detail', 'before_values', 'after_values'],
      why: pseudonym,
    },
  },
  archive: { file: 'school/history.jsonl', title: 'Who did what.' },
});
export type AuditEntryRow = RowOf<typeof auditEntries>;

/** A file with everything of the school. */
export const schoolExports = table('school_exports', {
  columns: {
    id: text,
    /** The admin. */
    requested_by: text,
    requested_at: time,
    /** Null until the file is complete, as are its key and its size. */
    ready_at: time.orNull(),
    file_key: text.orNull(),
    size_bytes: integer.orNull(),
    expires_at: time.orNull(),
  },
  person: null,
  archive: { leftOut: 'Files of a few days, such as this one.' },
});
export type SchoolExportRow = RowOf<typeof schoolExports>;

export const setupLinks = table('setup_links', {
  columns: {
    token_hash: text,
    created_at: time,
    used_at: time.orNull(),
  },
  person: null,
  archive: secret,
});
