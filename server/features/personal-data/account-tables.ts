import type { Inventory } from './personal-table.ts';

/** Accounts, logins, notices and messages. */
export const accountTables = {
  users: {
    rows: { userId: 'id' },
    title: 'account',
    columns: ['id', 'email', 'full_name', 'role', 'created_at', 'email_confirmed_at', 'password_changed_at', 'note'],
    onDeletion: 'steps',
  },
  sessions: {
    rows: { userId: 'user_id' },
    title: 'logins',
    columns: ['user_agent', 'network', 'created_at', 'last_used_at', 'expires_at'],
    onDeletion: 'delete',
  },
  password_resets: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  one_time_keys: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  recovery_codes: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  passkeys: {
    rows: { userId: 'user_id' },
    title: 'passkeys',
    columns: ['name', 'created_at', 'last_used_at'],
    onDeletion: 'delete',
  },
  identities: {
    rows: { userId: 'user_id' },
    title: 'other-logins',
    columns: ['issuer', 'email', 'created_at', 'last_used_at'],
    onDeletion: 'delete',
  },
  login_steps: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  sent_emails: {
    rows: { email: 'address' },
    title: 'emails',
    columns: ['subject', 'sent_at'],
    onDeletion: 'delete',
  },
  waiting_rights: {
    rows: { email: 'address' },
    title: 'waiting-rights',
    columns: ['kind', 'created_at'],
    onDeletion: 'delete',
  },
  refused_addresses: { rows: { email: 'address' }, onDeletion: 'delete' },
  notice_deliveries: { rows: { via: { column: 'notice_id', of: 'notices', key: 'id' } }, onDeletion: 'delete' },
  notices: {
    rows: { userId: 'user_id', email: 'address' },
    title: 'notices',
    columns: ['kind', 'content', 'created_at', 'read_at'],
    onDeletion: 'delete',
  },
  notice_settings: {
    rows: { userId: 'user_id' },
    title: 'notice-times',
    columns: ['time_zone', 'daily_hour', 'weekly_day', 'quiet_from', 'quiet_until'],
    onDeletion: 'delete',
  },
  notice_choices: {
    rows: { userId: 'user_id' },
    title: 'notice-choices',
    columns: ['kind', 'channel', 'cadence'],
    onDeletion: 'delete',
  },
  notice_opt_outs: { rows: { userId: 'user_id' }, title: 'opt-outs', columns: ['topic', 'at'], onDeletion: 'delete' },
  push_subscriptions: {
    rows: { userId: 'user_id' },
    title: 'browsers-with-notices',
    columns: ['name', 'created_at'],
    onDeletion: 'delete',
  },
  consents: {
    rows: { userId: 'user_id' },
    title: 'accepted-pages',
    columns: ['slug', 'version', 'accepted_at'],
    onDeletion: 'delete',
  },
  contact_replies: {
    rows: { via: { column: 'message_id', of: 'contact_messages', key: 'id' } },
    title: 'replies-to-messages',
    columns: ['body', 'created_at'],
    onDeletion: 'delete',
  },
  contact_messages: {
    rows: { userId: 'user_id', email: 'email' },
    title: 'messages',
    columns: ['name', 'email', 'message', 'created_at'],
    onDeletion: 'delete',
  },
  people_import_rows: {
    rows: { mentions: 'cells' },
    onDeletion: { set: { cells: '[]' }, why: 'The number of the line.' },
  },
  jobs: { rows: { mentions: 'payload' }, onDeletion: 'delete' },
  announcements: {
    rows: { userId: 'author_id' },
    title: 'announcements',
    columns: ['title', 'body', 'created_at', 'ended_at'],
    onDeletion: { keep: 'They were sent in the name of the school.' },
  },
  data_exports: {
    rows: { userId: 'user_id' },
    title: 'exports',
    columns: ['requested_at', 'ready_at'],
    onDeletion: 'steps',
  },
  account_deletions: {
    rows: { userId: 'user_id' },
    onDeletion: { keep: 'The record of the deletion: when, why and how many rows.' },
  },
} satisfies Partial<Inventory>;
