import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS } from '#server/clock.ts';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { isMigrated, migrate } from '#server/database/migrate.ts';
import {
  entitlement,
  EVERYTHING,
  prepareAccessHistory,
  scopesIn,
} from '#server/features/billing/entitlement/entitlement.ts';
import { MODES } from '#server/features/billing/provider/provider.ts';
import { startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { insertLearners } from './fill.ts';
import { type Figure, figure, recorded, round } from './measure.ts';
import { type Subject, temporaryFolder } from './processes.ts';

/** The last schema that knew no scopes: a purchase opened everything. */
const BEFORE_SCOPES = 49;
const PAYMENTS = { SQLite: 1_000_000, PostgreSQL: 100_000 };
/** At moments spread over the time that an upgrade takes. */
const KILLS = 10;
/** The first purchase; no term has a 29 February. */
const FIRST_AT = Date.UTC(2025, 2, 1, 6, 30);
const GRANTED_UNTIL = Date.UTC(2031, 0, 1);

/** What befell every twentieth purchase, in the columns of the earlier schema, and when its access ends then; 0 for never had. */
const CHANGE = `INSERT INTO access_changes (id, user_id, kind, at, until, payment_id, days, changed_by, reason) SELECT id, id`;
const STORIES: { of: number; sql: string; ends: string }[] = [
  {
    of: 1,
    sql: `INSERT INTO refunds (id, provider, provider_payment_id, amount_in_paise, currency, status, ends_access, accepted_at,
      checked_at, created_at, updated_at) SELECT id, provider, provider_payment_id, amount_in_paise, currency, 'processed', 1,
      captured_at + 1, captured_at, captured_at, captured_at FROM payments`,
    ends: '0',
  },
  {
    of: 2,
    sql: `INSERT INTO disputes (id, provider, provider_dispute_id, provider_payment_id, amount_in_paise, currency, phase, status,
      created_at, updated_at) SELECT id, provider, id, provider_payment_id, amount_in_paise, currency, 'chargeback', 'lost',
      captured_at, captured_at FROM payments`,
    ends: '0',
  },
  {
    of: 3,
    sql: `${CHANGE}, 'extend', captured_at + 1, NULL, provider_payment_id, 10, 'admin', 'A promise' FROM payments`,
    ends: `ends_at + ${10 * DAY_MS}`,
  },
  {
    of: 4,
    sql: `${CHANGE}, 'revoke', captured_at + ${DAY_MS}, NULL, NULL, 0, 'admin', 'A promise' FROM payments`,
    ends: '0',
  },
  {
    of: 5,
    sql: `${CHANGE}, 'grant', captured_at + 1, ${GRANTED_UNTIL}, NULL, 0, 'admin', 'A promise' FROM payments`,
    ends: String(GRANTED_UNTIL),
  },
];

/** A school of the schema before scopes: its access is stored as it follows from what was inserted, and computed by nothing. */
const fill = async (database: Database, count: number): Promise<void> => {
  await migrate(database, FIRST_AT, { upTo: BEFORE_SCOPES });
  await database.transaction(async (tx) => {
    await insertLearners(tx, { prefix: 'u', count, mode: 'live', at: `${FIRST_AT} + (i % 300) * ${DAY_MS}` });
    for (const { of, sql: insert, ends } of STORIES) {
      const place = (id: string) => `CAST(substr(${id}, 2) AS BIGINT) % 20 = ${of}`;
      await sql.raw(`${insert} WHERE ${place('id')}`).execute(tx);
      await sql.raw(`UPDATE user_access SET ends_at = ${ends} WHERE ${place('user_id')}`).execute(tx);
    }
    // What an admin grants counts in both modes.
    await sql`INSERT INTO user_access (user_id, mode, ends_at) SELECT user_id, 'test', ends_at FROM user_access
      WHERE ends_at = ${GRANTED_UNTIL}`.execute(tx);
  });
  if (database.engine === 'postgres') await sql`ANALYZE`.execute(database.db);
};

const digestOf = (lines: readonly string[]) => ({
  users: lines.length,
  digest: hash('sha256', lines.toSorted().join('')),
});

/** Until when each user has access, from the rows that were inserted. */
const insertedDigest = async ({ db }: Database): Promise<{ users: number; digest: string }> => {
  const { rows } = await sql<{
    user_id: string;
    mode: string;
    ends_at: number;
  }>`SELECT user_id, mode, ends_at FROM user_access
    WHERE ends_at > 0`.execute(db);
  return digestOf(rows.map(({ user_id: userId, mode, ends_at: endsAt }) => `${userId} ${mode} ${endsAt}\n`));
};

/** The same, as each request computes it, of every scope. */
const computedDigest = async (database: Database, count: number): Promise<{ users: number; digest: string }> => {
  const historyOf = prepareAccessHistory(database);
  const lines: string[] = [];
  for (let index = 1; index <= count; index += 1)
    for (const mode of MODES) {
      const history = await historyOf(`u${index}`, mode);
      for (const scope of scopesIn(history)) {
        const { endsAt } = entitlement(history, 0, scope);
        const whose = scope === EVERYTHING ? `u${index}` : `u${index} ${scope}`;
        if (endsAt !== undefined) lines.push(`${whose} ${mode} ${endsAt}\n`);
      }
    }
  return digestOf(lines);
};

/** Runs a migration in a process of its own, and kills it with SIGKILL after a while. Returns how long it ran; undefined when it was killed. */
const migrateIn = async (where: string, killAfterMs = Infinity): Promise<number | undefined> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate.ts'), where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  const startedAt = performance.now();
  const killed = new AbortController();
  if (killAfterMs < Infinity)
    void setTimeout(killAfterMs, undefined, { signal: killed.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
  const { done: isKilled } = await lines.next();
  const ms = performance.now() - startedAt;
  killed.abort();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return isKilled ? undefined : ms;
};

/** What buying waits for while the school migrates: the lock of a buyer and a look at their payments, again and again. */
const buying = (database: Database, count: number) => {
  let longestMs = 0;
  const over = new AbortController();
  const run = async (): Promise<number> => {
    for (let index = 1; !over.signal.aborted; index = 1 + ((index + 7919) % count)) {
      const startedAt = performance.now();
      await database.transaction(async (tx) => {
        await sql`UPDATE users SET updated_at = updated_at WHERE id = ${`u${index}`}`.execute(tx);
        await sql`SELECT id FROM payments WHERE user_id = ${`u${index}`}`.execute(tx);
      });
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await setTimeout(1);
    }
    return longestMs;
  };
  const running = run();
  return () => {
    over.abort();
    return running;
  };
};

interface Place extends AsyncDisposable {
  where: string;
  /** An exact copy, to learn how long a migration takes. */
  copy(): Promise<string>;
  open(): Promise<Database>;
}

const sqlitePlace = (): Place => {
  const folder = temporaryFolder();
  const where = join(folder.path, 'lectern.db');
  return {
    where,
    copy: async () => {
      const copied = join(folder.path, 'copy.db');
      copyFileSync(where, copied);
      return copied;
    },
    open: async () => openSqlite(where),
    [Symbol.asyncDispose]: async () => folder.remove(),
  };
};

const postgresPlace = async (): Promise<Place> => {
  const { url, stop } = await startPrivatePostgres({ isDurable: true });
  const nameIn = (name: string) => url.replace('/postgres?', `/${name}?`);
  const run = async (statement: string): Promise<void> => {
    const database = await openPostgres(url, { timeLimits: 'none' });
    await sql.raw(statement).execute(database.db);
    await database.close();
  };
  await run('CREATE DATABASE school');
  return {
    where: nameIn('school'),
    copy: async () => {
      await run('CREATE DATABASE copied TEMPLATE school');
      return nameIn('copied');
    },
    open: () => openPostgres(nameIn('school'), { timeLimits: 'none' }),
    [Symbol.asyncDispose]: stop,
  };
};

const using = async <T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await place.open();
  return work(database).finally(() => database.close());
};

/** Kills the migration at moments spread over its duration, until one comes too late. Returns how many did not. */
const killAgainAndAgain = async (place: Place, wholeMs: number): Promise<number> => {
  let kills = 0;
  while (kills < KILLS) {
    const ms = await migrateIn(place.where, (wholeMs * (kills + 0.5)) / KILLS);
    if (ms !== undefined || (await using(place, isMigrated))) break;
    kills += 1;
  }
  return kills;
};

/**
 * Upgrades a school of the schema before scopes, with a million payments, kills the upgrade again and again, and compares
 * until when each user has access before and after.
 */
export const scopeFigures = async ({ engine }: Subject): Promise<Figure[]> => {
  await using place = engine === 'SQLite' ? sqlitePlace() : await postgresPlace();
  const count = PAYMENTS[engine];
  const before = await using(place, async (database) => {
    await fill(database, count);
    return insertedDigest(database);
  });
  const wholeMs = (await migrateIn(await place.copy())) ?? 0;
  const { kills, waitedMs } = await using(place, async (database) => {
    const stop = buying(database, count);
    const killed = await killAgainAndAgain(place, wholeMs);
    await migrateIn(place.where);
    return { kills: killed, waitedMs: await stop() };
  });
  const startedAt = performance.now();
  const after = await using(place, (database) => computedDigest(database, count));
  const digestMs = performance.now() - startedAt;
  const name = `upgrade of ${count.toLocaleString('en')} payments to scopes, ${engine}`;
  const isEqual = before.digest === after.digest && before.users === after.users;
  return [
    recorded(
      name,
      round(wholeMs),
      'ms',
      `of a copy; the school itself was killed ${kills} times with SIGKILL, and kept its schema each time`,
    ),
    figure(
      `${name}: longest wait of a purchase meanwhile`,
      { atMost: 5000 },
      round(waitedMs),
      'ms',
      'lock of the buyer, and their payments',
    ),
    figure(
      `${name}: users with another end of access`,
      { atMost: 0 },
      isEqual ? 0 : Math.max(1, Math.abs(before.users - after.users)),
      '',
      `${before.users} before, ${after.users} after, digest ${after.digest.slice(0, 12)}; computed in ${round(digestMs / 1000)} s`,
    ),
  ];
};
