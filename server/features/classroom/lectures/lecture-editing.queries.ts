import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';
import type { LectureRow } from '#server/database/tables/lectures.ts';
import type { SectionRow } from '#server/database/tables/catalog.ts';
import type { LecturePlace } from '../video/video.ts';
import { readyKinds } from '../kinds/kinds.ts';
import { hasQuestion } from '#server/database/lectures-shown.ts';

const WRITTEN_AT_ONCE = 200;

export interface LectureUpdate extends LecturePlace {
  set: Partial<Pick<LectureRow, 'title' | 'description' | 'chapters' | 'is_free_preview' | 'duration_ms'>>;
  /** Undefined leaves it as it is. */
  isDraft: boolean | undefined;
  now: number;
}

export const updateLecture = (tx: Db, { courseId, lectureId, set, isDraft, now }: LectureUpdate) =>
  tx
    .updateTable('lectures')
    .set({ ...set, updated_at: now })
    .$if(isDraft === true, (query) => query.set({ published_at: null }))
    .$if(isDraft === false, (query) => query.set({ published_at: sql`COALESCE(published_at, ${now})` }))
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .execute();

interface PublishedLectures {
  courseId: string;
  lectureIds: readonly string[];
  now: number;
}

/** A text without a word or an image is nothing for learners yet. */
const isEmptyText = sql<boolean>`EXISTS (
  SELECT c.lecture_id FROM lecture_contents c
  WHERE c.lecture_id = lectures.id AND lectures.kind = 'text' AND c.content LIKE '{"markdown":"",%')`;

export const isPublishedEmpty = (tx: Db, lectureId: string): Promise<boolean> =>
  hasRow(
    tx
      .selectFrom('lectures')
      .where('id', '=', lectureId)
      .where('published_at', 'is not', null)
      .where(isEmptyText)
      .select('id'),
  );

/** Those that are published already keep their moment; empty texts stay drafts. */
const publishDrafts = (tx: Db, courseId: string, now: number) =>
  tx
    .updateTable('lectures')
    .set({ published_at: now, updated_at: now })
    .where('course_id', '=', courseId)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(({ not }) => not(isEmptyText))
    .returning('title');

/** Returns the titles of those that were drafts, as does `publishPlayable`. */
export const publishLectures = async (tx: Db, { courseId, lectureIds, now }: PublishedLectures): Promise<string[]> => {
  const titles: string[] = [];
  for (let start = 0; start < lectureIds.length; start += WRITTEN_AT_ONCE) {
    const part = lectureIds.slice(start, start + WRITTEN_AT_ONCE);
    const rows = await publishDrafts(tx, courseId, now).where('id', 'in', part).execute();
    titles.push(...rows.map(({ title }) => title));
  }
  return titles;
};

/** A video is ready once it plays, a quiz once it has a question, and every other lecture with its content. */
export const publishPlayable = async (tx: Db, courseId: string, now: number): Promise<string[]> => {
  const rows = await publishDrafts(tx, courseId, now)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('kind', 'in', readyKinds),
        hasQuestion,
        exists(
          selectFrom('video_work')
            .select('lecture_id')
            .whereRef('lecture_id', '=', 'lectures.id')
            .where('is_playable', '=', 1),
        ),
      ]),
    )
    .execute();
  return rows.map(({ title }) => title);
};

export type Placed = Pick<LectureRow, 'id' | 'title' | 'position'> & {
  section_position: SectionRow['position'] | null;
};

/** All lectures of a course in their order, drafts too. */
export const listOrder = (tx: Db, courseId: string): Promise<Placed[]> =>
  tx
    .selectFrom('lectures')
    .leftJoin('sections', 'sections.id', 'lectures.section_id')
    .select(['lectures.id', 'lectures.title', 'lectures.position', 'sections.position as section_position'])
    .where('lectures.course_id', '=', courseId)
    .where('lectures.deleted_at', 'is', null)
    .orderBy('lectures.position')
    .execute();

/** Only while the course is locked; `ids` are all of its lectures. */
export const writeOrder = async (tx: Db, courseId: string, ids: readonly string[]): Promise<void> => {
  // No two lectures may have the same position, not even between two statements.
  await tx
    .updateTable('lectures')
    .set({ position: sql`-1 - position` })
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .execute();
  for (let start = 0; start < ids.length; start += WRITTEN_AT_ONCE) {
    const part = ids.slice(start, start + WRITTEN_AT_ONCE);
    const places = part.map((id, index) => sql`WHEN ${id} THEN ${sql.lit(start + index + 1)}`);
    await tx
      .updateTable('lectures')
      .set({ position: sql`CASE id ${sql.join(places, sql` `)} END` })
      .where('id', 'in', part)
      .execute();
  }
};

/** Returns whether the course has such a lecture. */
export const markLectureDeleted = (
  tx: Db,
  { courseId, lectureId, now }: LecturePlace & { now: number },
): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('lectures')
      .set({ deleted_at: now, updated_at: now })
      .where('id', '=', lectureId)
      .where('course_id', '=', courseId)
      .where('deleted_at', 'is', null),
  );

export const findDeletedLecture = (
  tx: Db,
  { courseId, lectureId }: LecturePlace,
): Promise<Pick<LectureRow, 'title' | 'deleted_at' | 'purged_at' | 'position'> | undefined> =>
  tx
    .selectFrom('lectures')
    .select(['title', 'deleted_at', 'purged_at', 'position'])
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();

/** Returns whether there was one to restore. */
export const unmarkLectureDeleted = (
  tx: Db,
  { lectureId, position, now }: { lectureId: string; position: number; now: number },
): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('lectures')
      .set({ deleted_at: null, position, updated_at: now })
      .where('id', '=', lectureId)
      .where('deleted_at', 'is not', null)
      .where('purged_at', 'is', null),
  );

/** Of deleted lectures, marks those whose files are still there as purged; returns their ids. */
export const markPurged = async (tx: Db, { ids, now }: { ids: readonly string[]; now: number }): Promise<string[]> => {
  const rows = await tx
    .updateTable('lectures')
    .set({ purged_at: now })
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const isDeletedAt = (tx: Db, lectureId: string, deletedAt: number): Promise<boolean> =>
  hasRow(tx.selectFrom('lectures').select('id').where('id', '=', lectureId).where('deleted_at', '=', deletedAt));
