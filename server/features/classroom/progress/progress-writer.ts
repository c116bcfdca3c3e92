import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { LectureProgressRow } from '#server/database/tables/learning.ts';
import { batched } from '#server/database/batched.ts';
import { fail } from '#server/errors.ts';
import type { Audience } from './audience.ts';
import {
  findLectures,
  lockRows,
  insertMissing,
  type Place,
  type WatchedLecture,
  writeRows,
} from './progress.queries.ts';
import { nothingWatched } from './watching.ts';

/** So many changes share a commit at most. */
const BATCH_MAX = 500;

/** One change of a user's progress in one lecture. */
export interface Change extends Place {
  /** The row as it becomes; the same object when nothing changes. */
  apply: (row: LectureProgressRow, lecture: WatchedLecture) => LectureProgressRow;
  /** A quiz is passed: its learner got further, even if it was marked as done before. */
  isPassed?: true;
}

export interface Written {
  row: LectureProgressRow;
  lecture: WatchedLecture;
}

const keyOf = ({ userId, lectureId }: Place): string => `${userId} ${lectureId}`;
const placeOf = (row: LectureProgressRow): Place => ({ userId: row.user_id, lectureId: row.lecture_id });

/** Called in the transaction in which users got further in courses: more of a lecture that is done was watched, or one is done. */
export type CourseProgressed = (tx: Tx, places: readonly { userId: string; courseId: string }[]) => Promise<void>;

const isFurther = (before: LectureProgressRow | undefined, row: LectureProgressRow): boolean =>
  row.done_at !== null && (!before || before.done_at === null || row.watched_ms > before.watched_ms);

/**
 * Writes changes in batches: each is committed before its caller continues, and a thousand viewers need few commits.
 * `write` throws `lecture_not_found`; `writeIn` writes in the transaction of its caller.
 */
export const createProgressWriter = ({
  database,
  clock,
  audience,
  progressed,
}: {
  database: Database;
  clock: Clock;
  audience: Pick<Audience, 'schedule'>;
  progressed: CourseProgressed;
}) => {
  const readRows = async (tx: Tx, changes: readonly Change[], lectures: ReadonlyMap<string, WatchedLecture>) => {
    const places = [...new Map(changes.map((change) => [keyOf(change), change])).values()];
    const known = await lockRows(tx, places, database.supportsSkipLocked);
    const rows = new Map(known.map((row) => [keyOf(placeOf(row)), row]));
    const missing = places
      .filter((place) => !rows.has(keyOf(place)))
      .map(({ userId, lectureId }) =>
        nothingWatched({ userId, lectureId, courseId: lectures.get(lectureId)?.course_id ?? '' }, clock.now()),
      );
    if (missing.length === 0) return rows;
    // Another process may begin the same one at this moment: then the row that is there counts.
    await insertMissing(tx, missing);
    const added = await lockRows(tx, missing.map(placeOf), database.supportsSkipLocked);
    for (const row of added) rows.set(keyOf(placeOf(row)), row);
    return rows;
  };

  const writeBatch = async (changes: readonly Change[]): Promise<(Written | undefined)[]> => {
    const { results, committed } = await database.transaction((tx) => writeIn(tx, changes));
    committed();
    return results;
  };

  const writeIn = async (tx: Tx, changes: readonly Change[]) => {
    const found = await findLectures(tx, [...new Set(changes.map(({ lectureId }) => lectureId))]);
    const lectures = new Map(found.map((lecture) => [lecture.id, lecture]));
    const possible = changes.filter(({ lectureId }) => lectures.has(lectureId));
    if (possible.length === 0) return { results: changes.map(() => undefined), committed: () => undefined };
    const rows = await readRows(tx, possible, lectures);
    const known = new Map(rows);
    const changed = new Set<string>();
    const passed = new Set<string>();
    const results = changes.map((change): Written | undefined => {
      const lecture = lectures.get(change.lectureId);
      const before = rows.get(keyOf(change));
      if (!lecture || !before) return undefined;
      const row = change.apply(before, lecture);
      if (row !== before) changed.add(keyOf(change));
      if (change.isPassed) passed.add(keyOf(change));
      rows.set(keyOf(change), row);
      return { row, lecture };
    });
    const toWrite = [...changed].flatMap((key) => rows.get(key) ?? []);
    if (toWrite.length > 0) await writeRows(tx, toWrite);
    const further = toWrite.filter((row) => {
      const key = keyOf(placeOf(row));
      return passed.has(key) || isFurther(known.get(key), row);
    });
    if (further.length > 0)
      await progressed(
        tx,
        further.map((row) => ({ userId: row.user_id, courseId: row.course_id })),
      );
    const courseIds = [...new Set(toWrite.map((row) => row.course_id))];
    return { results, committed: await audience.schedule(tx, courseIds) };
  };

  const write = batched(writeBatch, BATCH_MAX);

  return {
    write: async (change: Change): Promise<Written> => {
      const written = await write(change);
      if (!written) throw fail('lecture_not_found');
      return written;
    },
    writeIn: async (tx: Tx, changes: readonly Change[]): Promise<void> => {
      const { committed } = await writeIn(tx, changes);
      database.afterCommit(tx, committed);
    },
  };
};
