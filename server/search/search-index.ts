import { createHash } from 'node:crypto';
import type { Db, Engine, Tx } from '#server/database/database.ts';
import { postgresTexts } from './postgres-texts.ts';
import { courseKeys, keysOfQuery, lectureKeys, spellingsOf } from './keys.ts';
import { mostSimilar, spellingKeys } from './spelling.ts';
import { sqliteTexts } from './sqlite-texts.ts';
import type { CourseEntry, FoundCourses, IndexedCourse, LectureEntry } from './texts.ts';

const ROWS_AT_ONCE = 500;
const CANDIDATES_MAX = 500;
/** Shorter words are neither suggested nor corrected. */
const SHORTEST = 3;

/** Finds courses and lectures by words and their beginnings: a projection of their texts, on either engine. */
export interface SearchIndex {
  /** Replaces the index of courses and their lectures; writes only differences. */
  put(tx: Tx, courses: readonly IndexedCourse[]): Promise<void>;
  remove(tx: Tx, courseId: string): Promise<void>;
  /** Courses that contain every word. */
  findCourses(db: Db, words: readonly string[]): Promise<FoundCourses>;
  /** Whether a course contains every word. */
  hasCourses(db: Db, words: readonly string[]): Promise<boolean>;
  /** Ids of some lectures that contain every word, matches in titles first; `isExact` for those that have it in its own script. */
  findLectures(db: Db, words: readonly string[], limit: number, isExact?: boolean): Promise<string[]>;
  /** Suggestions for an unknown word from titles and names, the most similar first. */
  similarWords(db: Db, word: string): Promise<string[]>;
}

const digestOf = (keys: string): string => createHash('sha256').update(keys).digest('base64');

/** The words that are not suggested yet. */
const unknownWords = async (tx: Tx, words: readonly string[]): Promise<string[]> => {
  const unknown = new Set(words.filter((word) => word.length >= SHORTEST));
  const keys = [...unknown].map((word) => spellingKeys(word)[0] ?? word);
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
    const part = keys.slice(start, start + ROWS_AT_ONCE);
    const rows = await tx.selectFrom('search_spellings').select('word').where('spelling', 'in', part).execute();
    for (const { word } of rows) unknown.delete(word);
  }
  return [...unknown];
};

/** Words are never removed: a suggestion is searched for before it is shown. */
const rememberWords = async (tx: Tx, words: readonly string[]): Promise<void> => {
  const unknown = (await unknownWords(tx, words)).toSorted();
  const rows = unknown.flatMap((word) => spellingKeys(word).map((spelling) => ({ spelling, word })));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('search_spellings')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

const digestsOfLectures = async (tx: Tx, courseIds: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('search_lecture_entries')
    .select(['lecture_id', 'digest'])
    .where('course_id', 'in', courseIds)
    .execute();
  return new Map(rows.map((row) => [row.lecture_id, row.digest]));
};

const entriesOfLectures = ({ courseId, lectures }: IndexedCourse): LectureEntry[] =>
  lectures.map(({ lectureId, ...words }) => {
    const keys = lectureKeys(words).join(' ');
    return { lectureId, courseId, digest: digestOf(keys), keys };
  });

/** Writes the rows of courses without keys, and returns the changed keys. */
const putRows = async (tx: Tx, courses: readonly IndexedCourse[]): Promise<CourseEntry[]> => {
  const entries = 'search_course_entries';
  const ids = courses.map(({ courseId }) => courseId);
  const rows = await tx.selectFrom(entries).select(['course_id', 'digest']).where('course_id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [row.course_id, row.digest]));
  const changed: CourseEntry[] = [];
  for (const { courseId, figures, indexedAt, ...words } of courses) {
    const keys = courseKeys(words).join(' ');
    const digest = digestOf(keys);
    const row = {
      digest,
      lecture_count: figures.lectures,
      duration_ms: figures.durationMs,
      has_free_lecture: figures.hasFreeLecture ? 1 : 0,
      indexed_at: indexedAt,
    };
    // Updates an existing row: an upsert on PostgreSQL would consume a number.
    await (known.has(courseId)
      ? tx.updateTable(entries).set(row).where('course_id', '=', courseId).execute()
      : tx
          .insertInto(entries)
          .values({ ...row, course_id: courseId })
          .onConflict((conflict) => conflict.column('course_id').doUpdateSet(row))
          .execute());
    if (known.get(courseId) !== digest) changed.push({ courseId, keys });
  }
  const changedIds = new Set(changed.map(({ courseId }) => courseId));
  const names = courses.filter(({ courseId }) => changedIds.has(courseId)).flatMap((course) => course.names);
  await rememberWords(tx, names.flatMap(spellingsOf));
  return changed;
};

export const createSearchIndex = (engine: Engine): SearchIndex => {
  const texts = engine === 'sqlite' ? sqliteTexts : postgresTexts;

  const remove = async (tx: Tx, courseId: string): Promise<void> => {
    await texts.removeLectures(tx, [...(await digestsOfLectures(tx, [courseId])).keys()]);
    await texts.removeCourse(tx, courseId);
  };

  return {
    findCourses: (db, words) => texts.findCourses(db, keysOfQuery(words)),
    hasCourses: (db, words) => texts.hasCourses(db, keysOfQuery(words).anywhere),
    findLectures: async (db, words, limit, isExact) => [
      ...new Set(await texts.findLectures(db, keysOfQuery(words, isExact), limit)),
    ],

    put: async (tx, courses) => {
      if (courses.length === 0) return;
      const changed = await putRows(tx, courses);
      const known = await digestsOfLectures(
        tx,
        courses.map(({ courseId }) => courseId),
      );
      const lectures = courses.flatMap(entriesOfLectures);
      await texts.put(
        tx,
        changed,
        lectures.filter(({ lectureId, digest }) => known.get(lectureId) !== digest),
      );
      for (const { lectureId } of lectures) known.delete(lectureId);
      await texts.removeLectures(tx, [...known.keys()]);
    },

    remove,

    similarWords: async (db, word) => {
      if (word.length < SHORTEST) return [];
      const rows = await db
        .selectFrom('search_spellings')
        .select('word')
        .distinct()
        .where('spelling', 'in', spellingKeys(word))
        .limit(CANDIDATES_MAX)
        .execute();
      return mostSimilar(
        word,
        rows.map((row) => row.word),
      );
    },
  };
};
