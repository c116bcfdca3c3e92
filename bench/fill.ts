import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { CourseFields } from '#contract/catalog/catalog.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { toColumns } from '#server/features/catalog/course-columns.ts';
import { indexCourses } from '#server/features/catalog/course-index.ts';
import { newSecret, secretDigest } from '#server/ids.ts';

const YEAR_MS = 365 * DAY_MS;
const COURSES_AT_ONCE = 500;
/** What the ids of viewers begin with. */
export const VIEWER_ID = 'viewer-';

interface People {
  /** What their ids begin with; a number from 1 follows. */
  prefix: string;
  count: number;
  mode: 'live' | 'test';
  /** When each registered, as SQL that may use the number `i`. */
  at: string;
}

/** Inserts people who opened the payment window for the bundle; the database computes the rows. */
export const insertBuyers = async (tx: Tx, { prefix, count, mode, at }: People, state = 'open'): Promise<void> => {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const id = `'${prefix}' || i`;
  for (const statement of [
    `${numbers} INSERT INTO users (id, email, full_name, role, password_hash, media_epoch, created_at, updated_at)
      SELECT ${id}, ${id} || '@school.example', 'Person ' || i, 'USER', 'none', 0, ${at}, ${at} FROM n`,
    `${numbers} INSERT INTO payment_attempts (id, user_id, provider, mode, key_id, plan_ref, plan_version_id, amount_in_paise,
      currency, cycles, subscription_ref, state, creating_until, provider_status, provider_status_at, is_over, auto_renew,
      expires_at, checked_at, created_at, updated_at)
      SELECT ${id}, ${id}, 'razorpay', '${mode}', 'rzp_test_bench', 'plan_bench', 'yearly-bundle-1', 49900, 'INR', 1,
      'sub_' || ${id}, '${state}', ${at}, 'created', 0, 0, 0, ${at} + ${YEAR_MS}, ${at}, ${at}, ${at} FROM n`,
  ])
    await sql.raw(statement).execute(tx);
};

/** Inserts people who bought the bundle. */
export const insertLearners = async (tx: Tx, people: People): Promise<void> => {
  await insertBuyers(tx, people, 'settled');
  const ofThem = `FROM payment_attempts WHERE id LIKE '${people.prefix}%'`;
  for (const statement of [
    `INSERT INTO payments (id, provider, provider_payment_id, attempt_id, user_id, mode, status, confirmed, amount_in_paise,
      currency, initiated_at, captured_at, access_until, refundable_until, created_at, updated_at, standing)
      SELECT id, provider, 'pay_' || id, id, user_id, mode, 'captured', 1, amount_in_paise, currency, created_at, created_at,
      created_at + ${YEAR_MS}, created_at + 7 * ${DAY_MS}, created_at, created_at, 'paid' ${ofThem}`,
    `INSERT INTO user_access (user_id, mode, ends_at) SELECT user_id, mode, created_at + ${YEAR_MS} ${ofThem}`,
  ])
    await sql.raw(statement).execute(tx);
};

/** Inserts learners who have bought the bundle and are logged in. Returns their session tokens. */
export const addViewers = async (database: Database, count: number): Promise<string[]> => {
  const now = Date.now();
  const tokens = Array.from({ length: count }, () => newSecret());
  await database.transaction(async (tx) => {
    await insertLearners(tx, { prefix: VIEWER_ID, count, mode: 'test', at: String(now) });
    for (const [index, token] of tokens.entries()) {
      const dates = { created_at: now, last_used_at: now, expires_at: now + YEAR_MS };
      const session = { ...dates, user_id: `${VIEWER_ID}${index + 1}`, token_hash: secretDigest(token) };
      await tx.insertInto('sessions').values(session).execute();
    }
  });
  // As autovacuum does soon after.
  if (database.engine === 'postgres') await sql`ANALYZE`.execute(database.db);
  return tokens;
};

interface Courses {
  count: number;
  lecturesEach: number;
  /** Some words for titles, descriptions and captions. */
  words(count: number): string;
}

const insertCourse = async (tx: Tx, place: number, { lecturesEach, words }: Courses, now: number): Promise<string> => {
  const id = place.toString(16).padStart(24, '0');
  const dates = { created_at: now, updated_at: now };
  const texts = { title: words(4), description: words(40), createdBy: words(2), category: `Category ${place % 12}` };
  const course = { id, thumbnail_key: null, position: place, author_id: null, deleted_at: null, ...dates };
  await tx
    .insertInto('courses')
    .values({ ...toColumns(CourseFields.parse(texts)), ...course, published_at: now - place * 1000 })
    .execute();
  const lectures = Array.from({ length: lecturesEach }, (_, position) => ({
    id: `${id}-${position}`,
    course_id: id,
    kind: 'video' as const,
    title: words(4),
    description: words(20),
    position,
    video_key: `${id}-${position}`,
    video_version: 1,
    content_type: 'video/mp4',
    size_bytes: 1,
    duration_ms: HOUR_MS,
    chapters: '',
    is_free_preview: 0,
    published_at: now,
    deleted_at: null,
    ...dates,
  }));
  await tx.insertInto('lectures').values(lectures).execute();
  const captions = lectures.map(({ id: lectureId }) => ({
    lecture_id: lectureId,
    file_key: lectureId,
    language: 'en',
    label: 'English',
    words: [...new Set(words(150).split(' '))].join(' '),
    ...dates,
  }));
  await tx.insertInto('captions').values(captions).execute();
  return id;
};

/** Inserts published courses, and their lectures with captions, into the tables and the search index. Returns the courses' ids. */
export const addCourses = async (database: Database, courses: Courses): Promise<string[]> => {
  const now = Date.now();
  const ids: string[] = [];
  while (ids.length < courses.count)
    await database.transaction(async (tx) => {
      const inserted: string[] = [];
      for (let left = Math.min(COURSES_AT_ONCE, courses.count - ids.length); left > 0; left -= 1)
        inserted.push(await insertCourse(tx, ids.length + inserted.length, courses, now));
      await indexCourses(tx, database, inserted, now);
      ids.push(...inserted);
    });
  await database.transaction((tx) => database.topics.raise(tx, 'catalog'));
  return ids;
};
