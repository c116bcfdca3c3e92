import { createHash } from 'node:crypto';
import type { Db, Engine, Tx } from '#server/database/database.ts';
import { postgresTexts } from './postgres-texts.ts';
import { courseKeys, keysOfQuery, lectureKeys } from './keys.ts';
import { mostSimilar, spellingKeys } from './spelling.ts';
import { sqliteTexts } from './sqlite-texts.ts';
import type { CourseWords, Entry, FoundCourses, IndexedCourse, LectureWords } from './texts.ts';

const ROWS_AT_ONCE = 500;
const CANDIDATES_MAX = 500;
/** Shorter words are not suggested, nor corrected. */
const SHORTEST = 3;

/** Finds courses and lectures by their words and the beginnings of these: a projection of their texts, on either engine. */
export interface SearchIndex {
  /** Replaces what is known of a course and all its lectures; writes only what differs. */
  put(tx: Tx, course: IndexedCourse): Promise<void>;
  remove(tx: Tx, courseId: string): Promise<void>;
  /** Courses that have every word. */
  findCourses(db: Db, words: readonly string[]): Promise<FoundCourses>;
  /** Whether there are such courses, with the least work. */
  hasCourses(db: Db, words: readonly string[]): Promise<boolean>;
  /** Ids of some lectures that have every word, in their titles or anywhere. */
  findLectures(db: Db, words: readonly string[], where: 'title' | 'anywhere', limit: number): Promise<string[]>;
  /** Words of titles and names that may be meant by one that was not found, the most similar first. */
  similarWords(db: Db, word: string): Promise<string[]>;
}

const entryOf = (keys: readonly string[]): Entry => ({
  keys,
  digest: createHash('sha256').update(keys.join(' ')).digest('base64'),
});

/** Those of the words that no suggestion knows. */
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

/** Words stay when no text has them any more: a suggestion is searched for before it is made. */
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

export const createSearchIndex = (engine: Engine): SearchIndex => {
  const texts = engine === 'sqlite' ? sqliteTexts : postgresTexts;

  const putLectures = async (tx: Tx, courseId: string, lectures: readonly LectureWords[]): Promise<void> => {
    const rows = await tx
      .selectFrom('search_lecture_entries')
      .select(['lecture_id', 'digest'])
      .where('course_id', '=', courseId)
      .execute();
    const known = new Map(rows.map((row) => [row.lecture_id, row.digest]));
    const entries = lectures.map((lecture) => ({ lectureId: lecture.lectureId, ...entryOf(lectureKeys(lecture)) }));
    await texts.putLectures(
      tx,
      courseId,
      entries.filter(({ lectureId, digest }) => known.get(lectureId) !== digest),
    );
    for (const { lectureId } of lectures) known.delete(lectureId);
    await texts.removeLectures(tx, [...known.keys()]);
  };

  const putCourse = async (tx: Tx, courseId: string, words: CourseWords): Promise<void> => {
    const entry = entryOf(courseKeys(words));
    const known = await tx
      .selectFrom('search_course_entries')
      .select('digest')
      .where('course_id', '=', courseId)
      .executeTakeFirst();
    if (known?.digest === entry.digest) return;
    await rememberWords(tx, words.names);
    await texts.putCourse(tx, courseId, entry);
  };

  return {
    findCourses: (db, words) => texts.findCourses(db, keysOfQuery(words)),
    hasCourses: (db, words) => texts.hasCourses(db, keysOfQuery(words).anywhere),
    findLectures: (db, words, where, limit) => texts.findLectures(db, keysOfQuery(words)[where], limit),

    put: async (tx, { courseId, figures, lectures, indexedAt, ...words }) => {
      await putCourse(tx, courseId, words);
      await putLectures(tx, courseId, lectures);
      await tx
        .updateTable('search_course_entries')
        .set({
          lecture_count: figures.lectures,
          duration_ms: figures.durationMs,
          has_free_lecture: figures.hasFreeLecture ? 1 : 0,
          indexed_at: indexedAt,
        })
        .where('course_id', '=', courseId)
        .execute();
    },

    remove: async (tx, courseId) => {
      await putLectures(tx, courseId, []);
      await texts.removeCourse(tx, courseId);
    },

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
