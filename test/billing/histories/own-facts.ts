import { z } from 'zod';
import type { World } from './world.ts';

/** The offline payments that the owner confirmed. */
export const receivedOf = async ({ database: { db } }: Pick<World, 'database'>) => {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['user_id', 'attempt_id', 'payment_id', 'at', 'detail'])
    .where('kind', '=', 'payment_received')
    .execute();
  return rows.map((row) => ({
    id: row.payment_id ?? '',
    attemptId: row.attempt_id ?? '',
    userId: row.user_id ?? '',
    at: row.at,
    amountInPaise: z.looseObject({ amountInPaise: z.int() }).parse(JSON.parse(row.detail)).amountInPaise,
  }));
};

/** What was paid back of it, or is owed, the oldest first. */
export const ownRefundsOf = async ({ database: { db } }: Pick<World, 'database'>) => {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('provider', '=', 'offline')
    .where('status', 'in', ['pending', 'processed'])
    .orderBy('accepted_at')
    .execute();
  return rows.map((row) => ({
    id: row.provider_refund_id ?? '',
    paymentId: row.provider_payment_id,
    amountInPaise: row.amount_in_paise,
    at: row.accepted_at ?? 0,
    endsAccess: row.ends_access === 1,
  }));
};

/** Payments that an admin recorded without a request of the buyer. */
export const recordedByAdmins = async ({ database: { db } }: Pick<World, 'database'>): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('payment_requests')
    .select('payment_id')
    .whereRef('expires_at', '=', 'created_at')
    .execute();
  return new Set(rows.flatMap((row) => row.payment_id ?? []));
};
