import { Cadence, NoticeChannel, NoticeContent, noticeKinds } from '#contract/notice-kinds.ts';
import { z } from 'zod';
import { isEmailAddress, normalEmail } from '#contract/email-address.ts';
import { isWithoutNul, Role } from '#contract/fields.ts';
import { type ArchivedTables, readBy } from './archived-table.ts';

/** In the case in which addresses are compared; one of before they had a normal form stays as it is. */
const StoredEmail = z
  .string()
  .max(254)
  .refine(
    (email) => email === email.toLowerCase() && isEmailAddress(normalEmail(email)),
    'not an email address in lower case',
  );

const AKindOfNotice = z.enum(Object.keys(noticeKinds));

/** Accounts and what people receive. */
export const peopleTables = {
  users: {
    file: 'people/accounts.csv',
    title: 'Accounts. Without secrets, people choose a new password with "Forgot password".',
    key: ['id'],
    columns: {
      id: 'text',
      email: 'text',
      full_name: 'text',
      role: Role,
      password_hash: { secret: 'password' },
      avatar_key: 'text?',
      media_epoch: 'integer',
      created_at: 'time',
      updated_at: 'time',
      deleted_at: 'time?',
      blocked_at: 'time?',
      note: 'text?',
      note_changed_at: 'time?',
      note_changed_by: 'text?',
      email_confirmed_at: 'time?',
      password_changed_at: 'time?',
      same_address_as: 'text?',
    },
    values: { email: StoredEmail, full_name: z.string().max(200).refine(isWithoutNul) },
  },
  one_time_keys: {
    file: 'people/one-time-keys.csv',
    title: 'Keys of authenticator apps.',
    key: ['user_id'],
    isSecret: true,
    columns: {
      user_id: 'text',
      sealed_key: { sealed: (row) => `one-time-key ${String(row['user_id'])}` },
      created_at: 'time',
      confirmed_at: 'time?',
      last_step: 'integer',
    },
  },
  recovery_codes: {
    file: 'people/recovery-codes.csv',
    title: 'Recovery codes, as sums.',
    key: ['user_id', 'code_hash'],
    isSecret: true,
    columns: {
      user_id: 'text',
      code_hash: 'text',
      created_at: 'time',
    },
  },
  passkeys: {
    file: 'people/passkeys.jsonl',
    title: 'Public keys of passkeys, which work at the same address only.',
    key: ['id'],
    isSecret: true,
    columns: {
      id: 'text',
      user_id: 'text',
      public_key: 'text',
      counter: 'integer',
      transports: 'json',
      name: 'text',
      created_at: 'time',
      last_used_at: 'time?',
    },
  },
  waiting_rights: {
    file: 'people/waiting-rights.jsonl',
    title: 'Rights that wait for the confirmation of an address.',
    key: ['id'],
    columns: {
      id: 'text',
      address: 'text',
      kind: z.enum(['course_role', 'access']),
      scope: 'text',
      detail: 'json',
      given_by: 'text',
      created_at: 'time',
    },
  },
  identities: {
    file: 'people/other-logins.csv',
    title: 'Logins of another service: its issuer, with its own id of the person.',
    key: ['id'],
    columns: {
      id: 'text',
      user_id: 'text',
      issuer: 'text',
      subject: 'text',
      email: 'text',
      created_at: 'time',
      last_used_at: 'time?',
    },
  },
  account_deletions: {
    file: 'people/deletions.jsonl',
    title: 'Planned and done deletions of accounts.',
    key: ['user_id'],
    columns: {
      user_id: 'text',
      requested_at: 'time',
      requested_by: 'text',
      reason: 'text',
      keeps_posts: 'flag',
      keeps_certificates: 'flag',
      deletes_at: 'time',
      started_at: 'time?',
      done_at: 'time?',
      removed: 'json',
    },
  },
  consents: {
    file: 'people/consents.csv',
    title: 'Which version of a legal page people agreed to.',
    key: ['user_id', 'slug', 'version'],
    columns: { user_id: 'text', slug: 'text', version: 'integer', accepted_at: 'time' },
  },
  notices: {
    file: 'people/notices.jsonl',
    title: 'Notices to people.',
    key: ['id'],
    columns: {
      id: 'text',
      user_id: 'text?',
      address: 'text?',
      kind: 'text',
      content: 'json',
      dedupe_key: 'text',
      created_at: 'time',
      shown_at: 'time?',
      read_at: 'time?',
      subject: 'text?',
    },
    values: { kind: AKindOfNotice, content: readBy(NoticeContent) },
  },
  notice_settings: {
    file: 'people/notice-times.csv',
    title: 'When people want digests.',
    key: ['user_id'],
    columns: {
      user_id: 'text',
      time_zone: 'text?',
      daily_hour: 'integer',
      weekly_day: 'integer',
      quiet_from: 'integer?',
      quiet_until: 'integer?',
    },
  },
  notice_choices: {
    file: 'people/notice-choices.csv',
    title: 'Which notices people want, and where.',
    key: ['user_id', 'kind', 'channel'],
    columns: {
      user_id: 'text',
      kind: 'text',
      channel: NoticeChannel,
      cadence: Cadence,
    },
    values: { kind: AKindOfNotice },
  },
  notice_opt_outs: {
    file: 'people/notice-opt-outs.csv',
    title: 'Emails that people stopped.',
    key: ['user_id', 'topic'],
    columns: {
      user_id: 'text',
      topic: 'text',
      at: 'time',
    },
  },
  refused_addresses: {
    file: 'people/refused-addresses.csv',
    title: 'Addresses that mail servers refused for good.',
    key: ['address'],
    columns: {
      address: 'text',
      reply: 'text',
      at: 'time',
    },
  },
  sent_emails: {
    file: 'people/emails.csv',
    title: 'Which emails were sent, without their text.',
    key: ['id', 'address'],
    columns: {
      id: 'text',
      address: 'text',
      subject: 'text',
      sent_at: 'time',
    },
  },
  contact_messages: {
    file: 'people/messages.csv',
    title: 'Messages of the contact form.',
    key: ['id'],
    columns: {
      id: 'text',
      name: 'text',
      email: 'text',
      message: 'text',
      user_id: 'text?',
      created_at: 'time',
      done_at: 'time?',
    },
  },
  contact_replies: {
    file: 'people/replies.csv',
    title: 'Replies to them.',
    key: ['id'],
    columns: {
      id: 'text',
      message_id: 'text',
      idempotency_key: 'text',
      author_id: 'text',
      body: 'text',
      created_at: 'time',
    },
  },
} satisfies Partial<ArchivedTables>;
