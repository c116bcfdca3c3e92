// @module-tag both
import { expect, test } from 'vitest';
import { readAuditEntry } from '#server/audit/audit.ts';
import { oldSchool } from './dump.ts';

const migratedEntries = async (more = '') => {
  const { database } = await oldSchool({ more });
  const rows = await database.db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
  const requesters = await database.db.selectFrom('refunds').select('requested_by').execute();
  return { entries: rows.map(readAuditEntry), requesters: requesters.map((row) => row.requested_by) };
};

test('every audit entry of the dump gets its kind and source', async () => {
  const { entries, requesters } = await migratedEntries();
  const sorts = entries.map(({ kind, source }) => `${kind} by ${source.kind}`);
  expect(
    Object.fromEntries([...Map.groupBy(sorts, (sort) => sort)].map(([sort, { length }]) => [sort, length])),
  ).toEqual({
    'access_extended by admin': 1,
    'access_granted by admin': 1,
    'access_revoked by admin': 1,
    'cancel_accepted by refunds': 3,
    'dispute_status_changed by webhook': 3,
    'payment_flagged by visit': 1,
    'payment_status_changed by checkout': 13,
    'payment_status_changed by visit': 2,
    'refund_requested by admin': 1,
    'refund_requested by user': 3,
    'refund_status_changed by refunds': 4,
    'subscription_created by user': 17,
    'subscription_status_changed by visit': 4,
  });
  expect(requesters).toHaveLength(4);
  for (const requester of requesters) expect(requester).toMatch(/^[0-9a-f]{24}$/);
});

const PAYMENT = { status: 'captured', amountInPaise: 49_900, currency: 'INR', isConfirmed: true };
const FAILED = { ...PAYMENT, status: 'failed', failure: 'Card declined' };

/** What other schools' audits may have: actor, action and detail of version 0.1, and what becomes of them. */
const OTHER_ENTRIES: [
  actor: string,
  action: string,
  detail: object,
  kind: string,
  detailNow: object,
  source: string,
][] = [
  ['verify', 'subscription created', {}, 'subscription_status_changed', { status: 'created' }, 'checkout'],
  ['visit', 'subscription found', { ref: 'sub_1' }, 'subscription_found', { ref: 'sub_1' }, 'visit'],
  [
    'user abc',
    'creation failed',
    { kind: 'unavailable', isAmbiguous: true },
    'subscription_creation_failed',
    { error: 'unavailable', isAmbiguous: true },
    'user',
  ],
  ['user abc', 'proof refused', { reason: 'no' }, 'proof_refused', { reason: 'no' }, 'user'],
  ['reconcile', 'payment failed', FAILED, 'payment_status_changed', FAILED, 'reconciliation'],
  ['look-up', 'payment matched', PAYMENT, 'payment_matched', PAYMENT, 'look_up'],
  ['ledger', 'payment flagged: wrong_amount', {}, 'payment_flagged', { problem: 'wrong_amount' }, 'ledger'],
  ['admin abc', 'taken off the to-do list', { reason: 'Paid' }, 'payment_handled', { reason: 'Paid' }, 'admin'],
  [
    'user abc',
    'refund requested for the rest',
    { amountInPaise: 100 },
    'refund_requested_for_rest',
    { amountInPaise: 100 },
    'user',
  ],
  ['webhook refund.failed', 'refund requested again', { try: 2 }, 'refund_requested_again', { try: 2 }, 'webhook'],
  [
    'cancellation',
    'refund refused',
    { why: 'Low "balance"', amountInPaise: 100 },
    'refund_refused',
    { reason: 'Low "balance"', amountInPaise: 100 },
    'refunds',
  ],
  ['cancellation', 'refund owed', { tries: 4 }, 'refund_owed', { tries: 4 }, 'refunds'],
  [
    'cancellation',
    'refund failed',
    { refund: 'rfnd_1', amountInPaise: 100 },
    'refund_status_changed',
    { status: 'failed', refundId: 'rfnd_1', amountInPaise: 100 },
    'refunds',
  ],
  ['user abc', 'renewal turned off', {}, 'renewal_turned_off', {}, 'user'],
  ['cancellation', 'cancel taken: period_end', {}, 'cancel_accepted', { when: 'period_end' }, 'refunds'],
  ['reminder', 'reminded', { days: 7, endsAt: 1000 }, 'reminder_sent', { days: 7, endsAt: 1000 }, 'reminders'],
  ['user abc', 'mail.link-shown', { mailId: 'm1' }, 'private_link_shown', { mailId: 'm1' }, 'user'],
  ['', 'some "other" thing', {}, 'unknown', { action: 'some "other" thing' }, 'unknown'],
];

test('every other action of version 0.1 gets its kind, detail and source', async () => {
  const rows = OTHER_ENTRIES.map(
    ([actor, action, detail], index) => `('${index}', ${index}, '${actor}', '${action}', '${JSON.stringify(detail)}')`,
  );
  const { entries } = await migratedEntries(
    `INSERT INTO payment_audit (id, at, actor, action, detail) VALUES ${rows.join(', ')};`,
  );
  const others = entries.filter(({ at }) => at < OTHER_ENTRIES.length).toSorted((a, b) => a.at - b.at);
  expect(others.map(({ kind, detail, source }) => [kind, detail, source.kind])).toEqual(
    OTHER_ENTRIES.map(([, , , kind, detail, source]) => [kind, detail, source]),
  );
});
