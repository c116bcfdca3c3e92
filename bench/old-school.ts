import { sql } from 'kysely';
import { DAY_MS } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { secretDigest } from '#server/ids.ts';
import { insertLearners } from './fill.ts';

/** The schema of 23 November 2026, whose payments knew neither a time zone nor a rule. */
const BEFORE = 42;
export const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 100_000);
export const YEARS = 3;
const YEAR_MS = 365 * DAY_MS;
/** The first purchase; no term has a 29 February. */
const FIRST_AT = Date.UTC(2024, 2, 1, 6, 30);
/** Of a member who is logged in. */
export const TOKEN = 'a-token-of-the-bench-with-enough-characters';
/** Each person buys the bundle and renews it twice, and one of ten got the last payment back. */
const STATEMENTS = [
  ...[1, 2].flatMap((year) => [
    `INSERT INTO payment_attempts (id, user_id, provider, mode, key_id, plan_ref, plan_version_id, amount_in_paise, currency,
      cycles, subscription_ref, state, creating_until, provider_status, provider_status_at, is_over, auto_renew, expires_at,
      checked_at, created_at, updated_at)
      SELECT id || '-${year}', user_id, provider, mode, key_id, plan_ref, plan_version_id, amount_in_paise, currency, cycles,
      subscription_ref || '-${year}', state, creating_until, provider_status, provider_status_at, is_over, auto_renew,
      expires_at + ${year * YEAR_MS}, checked_at, created_at + ${year * YEAR_MS}, updated_at + ${year * YEAR_MS}
      FROM payment_attempts WHERE id NOT LIKE '%-%'`,
    `INSERT INTO payments (id, provider, provider_payment_id, attempt_id, user_id, mode, status, confirmed, amount_in_paise,
      currency, initiated_at, captured_at, access_from, access_until, refundable_until, created_at, updated_at, standing)
      SELECT id || '-${year}', provider, provider_payment_id || '-${year}', attempt_id || '-${year}', user_id, mode, status,
      confirmed, amount_in_paise, currency, initiated_at + ${year * YEAR_MS}, captured_at + ${year * YEAR_MS},
      access_until + ${(year - 1) * YEAR_MS}, access_until + ${year * YEAR_MS}, refundable_until + ${year * YEAR_MS},
      created_at + ${year * YEAR_MS}, updated_at + ${year * YEAR_MS}, standing FROM payments WHERE id NOT LIKE '%-%'`,
  ]),
  `UPDATE user_access SET ends_at = ends_at + CASE WHEN user_id LIKE '%0' THEN ${YEAR_MS} ELSE ${2 * YEAR_MS} END`,
  `INSERT INTO refunds (id, provider, provider_payment_id, amount_in_paise, currency, status, ends_access, accepted_at,
    checked_at, created_at, updated_at) SELECT id, provider, provider_payment_id, amount_in_paise, currency, 'processed', 1,
    captured_at + 1, captured_at, captured_at, captured_at FROM payments WHERE id LIKE '%0-2'`,
];

/** Inserts a school of that schema: its dates are as its program stored them. */
export const fillOldSchool = async (database: Database): Promise<void> => {
  await migrate(database, FIRST_AT, { upTo: BEFORE });
  const at = `${FIRST_AT} + (i % 300) * ${DAY_MS}`;
  await database.transaction(async (tx) => {
    await insertLearners(tx, { prefix: 'u', count: PEOPLE, mode: 'test', at });
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
    await tx
      .insertInto('audit_entries')
      .columns(['id', 'at', 'kind', 'source', 'user_id', 'attempt_id', 'payment_id', 'detail'])
      .expression((eb) =>
        eb
          .selectFrom('payments')
          .select(['id', sql<number>`captured_at`.as('at'), sql.lit('payment_recorded').as('kind')])
          .select([sql.lit('{"kind":"webhook"}').as('source'), 'user_id', 'attempt_id', 'provider_payment_id'])
          .select(sql.lit('{}').as('detail')),
      )
      .execute();
    const [now, digest] = [Date.now(), secretDigest(TOKEN)];
    await sql`INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, expires_at)
      VALUES (${digest}, 'u7', ${now}, ${now}, ${now + YEAR_MS})`.execute(tx);
    await sql`INSERT INTO settings (name, value, updated_at) VALUES ('billing.projections-time-zone', 'Asia/Kolkata', 0)`.execute(
      tx,
    );
  });
  if (database.engine === 'postgres') await sql`ANALYZE`.execute(database.db);
};
