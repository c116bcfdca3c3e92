import { join } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createProgressWriter } from '#server/features/classroom/progress/progress-writer.ts';
import { listProgressIn } from '#server/features/classroom/progress/progress.queries.ts';
import { withMark } from '#server/features/classroom/progress/watching.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { withPostgres } from './postgres.ts';
import { temporaryFolder } from './processes.ts';
import { openPlace } from './viewers.ts';

/** Every learner has progress in every lecture of one course. */
const LECTURES = 200;
const FEW = 10_000;
const MANY = 20_000_000;
const TIMES = 1000;

const userId = (index: number): string => `u${String(index).padStart(7, '0')}`;

/** The numbers from 1 to `count`, as a table `n (i)`. */
const numbers = ({ engine }: Database, count: number, name = 'n'): string =>
  engine === 'postgres'
    ? `${name} (i) AS (SELECT generate_series(1, ${count}))`
    : `${name} (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM ${name} WHERE i < ${count})`;

/** Rows as heartbeats leave them, inserted by the database itself. */
export const fill = async (database: Database, rows: number): Promise<void> => {
  const users = rows / LECTURES;
  const padded = (i: string): string =>
    database.engine === 'postgres' ? `lpad(${i}::text, 7, '0')` : `printf('%07d', ${i})`;
  const withNumbers = database.engine === 'postgres' ? 'WITH' : 'WITH RECURSIVE';
  const statements = [
    `INSERT INTO courses (id, title, description, category, created_by, search_text, position, published_at,
      created_at, updated_at)
      VALUES ('c1', 'Course', 'Long', 'Bench', 'The bench', '', 1, 1, 1, 1)`,
    `${withNumbers} ${numbers(database, LECTURES)}
      INSERT INTO lectures (id, course_id, title, description, position, video_key, video_version, content_type, size_bytes, duration_ms,
        published_at, created_at, updated_at)
      SELECT 'l' || ${padded('i')}, 'c1', 'Lecture', 'Long', i, 'videos/' || i, 1, 'video/mp4', 1, 600000, 1, 1, 1 FROM n`,
    `${withNumbers} ${numbers(database, users)}
      INSERT INTO users (id, email, full_name, role, password_hash, media_epoch, created_at, updated_at)
      SELECT 'u' || ${padded('i')}, i || '@school.example', 'Person', 'USER', 'none', 0, 1, 1 FROM n`,
    `${withNumbers} ${numbers(database, users)}, ${numbers(database, LECTURES, 'm')}
      INSERT INTO lecture_progress (user_id, lecture_id, course_id, position_ms, watched, watched_ms, allowance_from, session_id,
        seq, watched_at)
      SELECT 'u' || ${padded('n.i')}, 'l' || ${padded('m.i')}, 'c1', 300000, '[[0,300000]]', 300000, 1, 'bench', 20, m.i
      FROM n CROSS JOIN m`,
  ];
  await database.transaction(async (tx) => {
    // Checking twenty million references takes minutes, and these are right.
    if (database.engine === 'postgres') await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
  await sql.raw(database.engine === 'postgres' ? 'VACUUM ANALYZE' : 'ANALYZE').execute(database.db);
};

/** Times one read of a course and one write of a lecture, for one learner after another, spread over all. */
const timer = (database: Database, rows: number) => {
  const writer = createProgressWriter({
    database,
    clock: systemClock,
    audience: { schedule: async () => () => undefined },
  });
  const users = rows / LECTURES;
  return async (index: number): Promise<{ readMs: number; writeMs: number }> => {
    const user = userId(1 + ((index * 7919) % users));
    const startedAt = performance.now();
    await listProgressIn(database.db, user, 'c1');
    const readAt = performance.now();
    const lectureId = `l${String(1 + (index % LECTURES)).padStart(7, '0')}`;
    const isDone = index % 2 === 0;
    await writer.write({
      userId: user,
      lectureId,
      seesDrafts: false,
      apply: (row, { duration_ms: durationMs }) => withMark(row, isDone, { durationMs, now: Date.now() }),
    });
    return { readMs: readAt - startedAt, writeMs: performance.now() - readAt };
  };
};

interface Filled {
  database: Database;
  rows: number;
}

/** Both in turns, so that other work on the machine affects both. */
const compareSizes = async (engine: string, few: Filled, many: Filled): Promise<Figure[]> => {
  for (const { database, rows } of [few, many]) {
    await migrate(database, Date.now());
    await fill(database, rows);
  }
  const timers = [few, many].map(({ database, rows }) => timer(database, rows));
  const taken: { readMs: number; writeMs: number }[][] = [[], []];
  for (let index = 0; index < TIMES; index += 1)
    for (const [which, time] of timers.entries()) taken[which]?.push(await time(index));
  return (['readMs', 'writeMs'] as const).map((what) => {
    const [ofFew = Number.NaN, ofMany = Number.NaN] = taken.map((all) =>
      median(all.slice(TIMES / 10).map((times) => times[what])),
    );
    const question = what === 'readMs' ? 'reading a course’s progress' : 'writing a lecture’s progress';
    return figure(
      `${question} with 20,000,000 rows against 10,000, ${engine}`,
      { atMost: 1.3 },
      round(ofMany / ofFew),
      '×',
      `measured in turns, medians of ${TIMES * 0.9}: ${round(ofMany, 3)} ms against ${round(ofFew, 3)} ms`,
    );
  });
};

export const progressSizeFigures = async (engine: 'SQLite' | 'PostgreSQL'): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const measure = async (urls: { few?: string; many?: string }): Promise<Figure[]> => {
    const few = await openPlace({ file: join(folder.path, 'few.db'), url: urls.few, isPatient: true });
    const many = await openPlace({ file: join(folder.path, 'many.db'), url: urls.many, isPatient: true });
    try {
      return await compareSizes(engine, { database: few, rows: FEW }, { database: many, rows: MANY });
    } finally {
      await few.close();
      await many.close();
    }
  };
  try {
    if (engine === 'SQLite') return await measure({});
    return await withPostgres((few) => withPostgres((many) => measure({ few, many })));
  } finally {
    folder.remove();
  }
};
