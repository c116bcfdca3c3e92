import { join } from 'node:path';
import { sql } from 'kysely';
import type { PersonSort, PersonStatus } from '#contract/people.ts';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createPeopleList, type PeoplePage } from '#server/features/people/people-list.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { temporaryFolder } from './processes.ts';

const PEOPLE = 100_000;
const ROUNDS = 20;
const P95_MAX_MS = 300;
const DAY_MS = 24 * 60 * 60_000;

/** Half of the people have or had access; one in a hundred is blocked. */
const fill = async ({ db }: Database, now: number): Promise<void> => {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PEOPLE})`;
  const joinedAt = `${now} - CAST(i % 1095 AS BIGINT) * ${DAY_MS}`;
  for (const statement of [
    `${numbers} INSERT INTO users (id, email, full_name, role, password_hash, media_epoch, blocked_at, created_at, updated_at)
      SELECT 'u' || i, 'u' || i || '@school.example', 'Person ' || (i * 7919 % ${PEOPLE}), 'USER', 'none', 0,
      CASE WHEN i % 100 = 0 THEN ${now} END, ${joinedAt}, ${joinedAt} FROM n`,
    `${numbers} INSERT INTO user_access (user_id, mode, ends_at, remind_at, paid_in_paise)
      SELECT 'u' || i, 'live', ${joinedAt} + ${365 * DAY_MS}, ${joinedAt} + ${335 * DAY_MS}, 49900 FROM n WHERE i % 2 = 1`,
    'ANALYZE',
  ])
    await sql.raw(statement).execute(db);
};

const sorts: readonly PersonSort[] = ['name', '-joined', 'ends', '-paid'];
const statuses: readonly (PersonStatus | undefined)[] = [undefined, 'active', 'ending_soon', 'never_bought'];

/** Milliseconds of each page, of every sort and some statuses, at its beginning and in its middle. */
const pageTimes = async (database: Database, now: number, search: (round: number) => string): Promise<number[]> => {
  const clock = { now: () => now };
  const list = createPeopleList({ database, clock }, { mode: async () => 'live', watchingOf: async () => new Map() });
  const times: number[] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    const status = statuses[count % statuses.length];
    for (const sort of sorts) {
      const page: PeoplePage = { search: search(count), status, sort, limit: 20, offset: count % 3 === 0 ? 5000 : 0 };
      const startedAt = performance.now();
      await list.page(page, 'https://school.example');
      times.push(performance.now() - startedAt);
    }
  }
  return times;
};

const measure = async (engine: string, database: Database): Promise<Figure[]> => {
  const now = Date.now();
  await migrate(database, now);
  await fill(database, now);
  const pages = await pageTimes(database, now, () => '');
  const searches = await pageTimes(database, now, (count) => `son ${count + 10}`);
  const p95 = (times: readonly number[]): number => round(percentile(times, 0.95), 1);
  const detail = (times: readonly number[]): string =>
    `${times.length} pages of 20 in the process, with the counts of all statuses; median ${round(percentile(times, 0.5), 1)} ms`;
  return [
    figure(`a page of ${PEOPLE} people, ${engine}, p95`, { atMost: P95_MAX_MS }, p95(pages), 'ms', detail(pages)),
    figure(`the same found by a part of the name, p95`, { atMost: P95_MAX_MS }, p95(searches), 'ms', detail(searches)),
  ];
};

/** The list of people as admins page, sort, filter and search it. */
export const peopleFigures = async (url?: string): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const database = url === undefined ? openSqlite(join(folder.path, 'lectern.db')) : await openPostgres(url);
  try {
    return await measure(url === undefined ? 'SQLite' : 'PostgreSQL', database);
  } finally {
    await database.close();
    folder.remove();
  }
};
