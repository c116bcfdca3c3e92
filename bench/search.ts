import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, type Db, openPostgres, openSqlite, type Tx } from '#server/database/database.ts';
import { indexCourses } from '#server/features/catalog/course-index.ts';
import { insertCourses } from './fill.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import { type Running, startLectern, temporaryFolder } from './processes.ts';

const COURSES = 10_000;
const COURSES_AT_ONCE = 500;
const MIB = 1024 * 1024;
const LECTURES_PER_COURSE = 20;
const CAPTION_WORDS = 150;
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

const insertLectures = async (tx: Tx, courseId: string, now: number): Promise<void> => {
  const ids = Array.from({ length: LECTURES_PER_COURSE }, (_, index) => `${courseId}-${index}`);
  await tx
    .insertInto('lectures')
    .values(
      ids.map((id, position) => ({
        id,
        course_id: courseId,
        title: words(4),
        description: words(20),
        position,
        video_key: id,
        video_version: 1,
        content_type: 'video/mp4',
        size_bytes: 1,
        duration_ms: 600_000,
        chapters: '',
        is_free_preview: 0,
        published_at: now,
        deleted_at: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const captions = { language: 'en', label: 'English', created_at: now, updated_at: now };
  await tx
    .insertInto('captions')
    .values(
      ids.map((id) => ({
        ...captions,
        lecture_id: id,
        file_key: id,
        words: [...new Set(words(CAPTION_WORDS).split(' '))].join(' '),
      })),
    )
    .execute();
};

const fill = async (where: { file: string; url: string | undefined }): Promise<void> => {
  await insertCourses(where, COURSES, () => ({ title: words(4), description: words(40), createdBy: words(2) }));
  const database =
    where.url === undefined ? openSqlite(where.file) : await openPostgres(where.url, { timeLimits: 'none' });
  const now = Date.now();
  const rows = await database.db.selectFrom('courses').select('id').execute();
  const courseIds = rows.map(({ id }) => id);
  const finish = await beginFilling(database);
  for (let start = 0; start < courseIds.length; start += COURSES_AT_ONCE)
    await database.transaction(async (tx) => {
      const ids = courseIds.slice(start, start + COURSES_AT_ONCE);
      for (const courseId of ids) await insertLectures(tx, courseId, now);
      await indexCourses(tx, database, ids, now);
    });
  await finish();
  await database.transaction((tx) => database.topics.raise(tx, 'catalog'));
  await database.close();
};

interface Measured {
  times: number[];
  /** Of the server, for one request. */
  cpuMs: number;
}

const measure = async (server: Running, addresses: readonly string[]): Promise<Measured> => {
  const times: number[] = [];
  const cpuBefore = server.cpuSeconds();
  for (const address of addresses) {
    const startedAt = performance.now();
    const response = await fetch(address);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status} from ${address}`);
    times.push(performance.now() - startedAt);
  }
  return { times, cpuMs: ((server.cpuSeconds() - cpuBefore) * 1000) / addresses.length };
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

export const searchFigures = async (name: string, url?: string): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const lectern = await startLectern(dataDir, url === undefined ? {} : { DATABASE_URL: url });
  try {
    const filledFrom = performance.now();
    await fill({ file: join(dataDir, 'lectern.db'), url });
    const fillSeconds = (performance.now() - filledFrom) / 1000;
    await measure(lectern, [`${lectern.origin}/api/v1/courses?limit=9`]);
    const asked = searches().map((search) => new URLSearchParams({ search }));
    const ask = (path: string) =>
      measure(
        lectern,
        asked.map((query) => `${lectern.origin}/api/v1/${path}${query}`),
      );
    const p95 = (question: string, { times, cpuMs }: Measured): Figure =>
      figure(
        `${question}, p95, ${name}`,
        { atMost: P95_MAX_MS },
        round(percentile(times, 0.95)),
        'ms',
        `${times.length} different searches in ${COURSES} courses and ${COURSES * LECTURES_PER_COURSE} lectures with captions, filled in ${round(fillSeconds, 0)} s; median ${round(median(times))} ms, p99 ${round(percentile(times, 0.99))} ms; ${round(cpuMs)} ms of the server's CPU each`,
      );
    return [
      p95('search in the list of courses', await ask('courses?limit=9&')),
      p95('suggestions while typing', await ask('search?')),
    ];
  } finally {
    await lectern.stop();
    folder.remove();
  }
};
