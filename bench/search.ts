import { sql } from 'kysely';
import type { Database, Db } from '#server/database/database.ts';
import { addCourses } from './fill.ts';
import { load, withCpu } from './load.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { startSchool } from './school.ts';
import { createVisitor } from './visitor.ts';

const COURSES = 10_000;
const MIB = 1024 * 1024;
const LECTURES_PER_COURSE = 20;
const VOCABULARY = 30_000;
const SEARCHES = 400;
const P95_MAX_MS = 20;

/** The same numbers at every run. */
const createRandom = (): (() => number) => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const SYLLABLES = 'ka ri mo san te lu var de pi no gha shi ra con bel ter ma vi do le'.split(' ');
const random = createRandom();
const vocabulary = Array.from({ length: VOCABULARY }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
    '',
  ),
);
/** As in any language, few words are frequent and most are rare. */
const word = (): string => vocabulary[Math.floor(VOCABULARY ** random()) - 1] ?? 'kari';
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

/** An index is built in one pass many times faster than entry by entry. Returns what builds them again. */
const dropKeyIndexes = async (db: Db): Promise<() => Promise<void>> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = current_schema() AND indexdef LIKE '%USING gin (keys)%'`.execute(db);
  for (const { name } of rows) await sql`DROP INDEX ${sql.id(name)}`.execute(db);
  return () =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL maintenance_work_mem = '1GB'`.execute(tx);
      for (const { definition } of rows) await sql.raw(definition).execute(tx);
      await sql`ANALYZE`.execute(tx);
    });
};

/** FTS5 gathers this much before it writes; by default so little that most of the time goes to merging what it wrote. */
const setHashSize = async (db: Db, sizeBytes: number): Promise<void> => {
  for (const table of ['search_course_entries_text', 'search_lecture_entries_text'])
    await sql`INSERT INTO ${sql.table(table)} (${sql.ref(table)}, rank) VALUES ('hashsize', ${sql.lit(sizeBytes)})`.execute(
      db,
    );
};

/** Prepares a database for many entries. Returns what makes it ready to be searched. */
const beginFilling = async ({ db, engine }: Database): Promise<() => Promise<void>> => {
  if (engine === 'postgres') return dropKeyIndexes(db);
  await setHashSize(db, 256 * MIB);
  return () => setHashSize(db, 8 * MIB);
};

/** Returns how many seconds it took. */
const fill = async (database: Database): Promise<number> => {
  const startedAt = performance.now();
  const finish = await beginFilling(database);
  await addCourses(database, { count: COURSES, lecturesEach: LECTURES_PER_COURSE, words });
  await finish();
  return (performance.now() - startedAt) / 1000;
};

/** What people type: two letters, the beginning of a word, two words, or a word with an error. No search comes twice. */
const searches = (): string[] => {
  const forms = [
    (): string => word().slice(0, 2),
    (): string => word().slice(0, 4),
    (): string => word(),
    (): string => words(2),
    (): string => words(3),
    (): string => `${word().slice(0, 3)}q${word().slice(3)}`,
  ];
  return [...new Set(Array.from({ length: SEARCHES }, (_, index) => forms[index % forms.length]?.() ?? 'ka'))];
};

export const searchFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject);
  const visitor = createVisitor(school.server.origin, 0);
  const fillSeconds = await school.fill(fill);
  await visitor.step('first', '/api/v1/courses?limit=9');
  const asked = searches();
  const measure = async (question: string, path: string): Promise<Figure> => {
    const { result: times, cpuSeconds } = await withCpu(school.server, () =>
      load({ turns: asked.length }, (turn) =>
        visitor.step('search', `${path}${new URLSearchParams({ search: asked[turn] ?? '' })}`),
      ),
    );
    const detail = [
      `${times.length} different searches in ${COURSES} courses of ${LECTURES_PER_COURSE} lectures, filled in ${round(fillSeconds, 0)} s`,
      `median ${round(median(times))} ms, p99 ${round(percentile(times, 0.99))} ms`,
      `server CPU ${round((cpuSeconds * 1000) / times.length)} ms each`,
    ].join('; ');
    const p95 = round(percentile(times, 0.95));
    return figure(`${question}, p95, ${subject.engine}`, { atMost: P95_MAX_MS }, p95, 'ms', detail);
  };
  return [
    await measure('search in the list of courses', '/api/v1/courses?limit=9&'),
    await measure('suggestions while typing', '/api/v1/search?'),
  ];
};
