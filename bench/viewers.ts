import { sql } from 'kysely';
import { type Database, openPostgres, openSqlite, type Tx } from '#server/database/database.ts';
import { newSecret, secretDigest } from '#server/ids.ts';

/** What the ids of viewers begin with. */
export const VIEWER_ID = 'viewer-';
const YEAR_MS = 365 * 24 * 60 * 60_000;

/** Where a running server keeps its data. */
export interface Place {
  file: string;
  url?: string | undefined;
}

export const openPlace = ({ file, url }: Place): Promise<Database> | Database =>
  url === undefined ? openSqlite(file) : openPostgres(url);

const insertPayment = async (tx: Tx, index: number, userId: string, now: number): Promise<void> => {
  const money = { amount_in_paise: 49_900, currency: 'INR' };
  const made = { created_at: now, updated_at: now };
  const attempt = {
    ...money,
    ...made,
    id: `attempt-${index}`,
    user_id: userId,
    provider: 'razorpay',
    mode: 'test' as const,
  };
  await tx
    .insertInto('payment_attempts')
    .values({
      ...attempt,
      key_id: 'rzp_test_bench',
      plan_ref: 'plan_bench',
      plan_version_id: 'yearly-bundle-1',
      cycles: 1,
      state: 'settled',
      creating_until: 0,
      provider_status_at: now,
      is_over: 0,
      auto_renew: 0,
      expires_at: now + YEAR_MS,
      checked_at: now,
    })
    .execute();
  await tx
    .insertInto('payments')
    .values({
      ...money,
      ...made,
      id: `payment-${index}`,
      provider: 'razorpay',
      provider_payment_id: `pay_${index}`,
      attempt_id: attempt.id,
      user_id: userId,
      mode: 'test',
      status: 'captured',
      confirmed: 1,
      initiated_at: now,
      captured_at: now,
      access_until: now + YEAR_MS,
      refundable_until: now,
    })
    .execute();
};

const addViewer = async (tx: Tx, index: number, now: number): Promise<string> => {
  const id = `${VIEWER_ID}${index}`;
  const token = newSecret();
  const made = { created_at: now, updated_at: now };
  const person = { id, email: `${id}@school.example`, full_name: 'Bench Viewer', role: 'USER' as const };
  await tx
    .insertInto('users')
    .values({ ...person, ...made, password_hash: 'none', media_epoch: 0 })
    .execute();
  const session = { user_id: id, created_at: now, last_used_at: now, expires_at: now + YEAR_MS };
  await tx
    .insertInto('sessions')
    .values({ ...session, token_hash: secretDigest(token) })
    .execute();
  await insertPayment(tx, index, id, now);
  return token;
};

/** Logged-in learners with a paid bundle; returns their session tokens. */
export const addViewers = async (database: Database, count: number): Promise<string[]> => {
  const tokens: string[] = [];
  await database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) tokens.push(await addViewer(tx, index, Date.now()));
  });
  // As autovacuum does soon after.
  if (database.engine === 'postgres') await sql`ANALYZE`.execute(database.db);
  return tokens;
};
