import { books, pseudonym } from './reasons.ts';
import type { Inventory } from './personal-table.ts';

/** Purchases and access. */
export const purchaseTables = {
  payment_attempts: {
    rows: { userId: 'user_id' },
    title: 'checkouts',
    columns: [
      'id',
      'provider',
      'mode',
      'amount_in_paise',
      'currency',
      'plan_version_id',
      'buyer_state',
      'buyer_gstin',
      'buyer_name',
      'buyer_address',
      'created_at',
    ],
    onDeletion: {
      set: { buyer_gstin: null, buyer_name: null, buyer_address: null, checkout_url: null },
      why: books,
    },
  },
  payments: {
    rows: { userId: 'user_id' },
    title: 'payments',
    columns: [
      'provider_payment_id',
      'attempt_id',
      'mode',
      'status',
      'amount_in_paise',
      'currency',
      'method',
      'masked',
      'captured_at',
      'access_from',
      'access_until',
      'receipt_no',
    ],
    onDeletion: { set: { masked: null }, why: books },
  },
  receipts: {
    rows: { userId: 'user_id' },
    title: 'receipts',
    columns: ['number', 'kind', 'amount_in_paise', 'issued_at', 'document'],
    onDeletion: 'steps',
  },
  access_changes: {
    rows: { userId: 'user_id' },
    title: 'access',
    columns: ['kind', 'scope', 'at', 'until', 'days', 'source', 'reason'],
    onDeletion: { set: { reason: '' }, why: books },
  },
  user_access: { rows: { userId: 'user_id' }, onDeletion: { keep: books } },
  course_access: { rows: { userId: 'user_id' }, onDeletion: { keep: books } },
  gifts: {
    rows: { email: 'recipient_email', via: { column: 'id', of: 'payment_attempts', key: 'gift_id' } },
    title: 'gifts',
    columns: ['recipient_name', 'recipient_email', 'message', 'send_on', 'sent_at', 'created_at'],
    onDeletion: 'steps',
  },
  recovery_links: {
    rows: { via: { column: 'attempt_id', of: 'recovery_emails', key: 'attempt_id' } },
    onDeletion: 'delete',
  },
  recovery_emails: {
    rows: { userId: 'user_id' },
    title: 'reminders-of-checkouts',
    columns: ['sent_at', 'opted_out_at'],
    onDeletion: 'delete',
  },
  webhook_events: { rows: { mentions: 'body' }, onDeletion: { set: { body: '{}' }, why: 'That the event arrived.' } },
  audit_entries: {
    rows: { userId: ['user_id', 'actor_id'], mentions: ['detail', 'before_values', 'after_values'] },
    title: 'history',
    columns: ['at', 'kind', 'detail'],
    onDeletion: {
      set: { address: null, browser: null },
      withoutPerson: ['detail', 'before_values', 'after_values'],
      why: pseudonym,
    },
  },
} satisfies Partial<Inventory>;
