import { playedKinds } from '#contract/classroom/lecture-kinds.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { LectureRow, VideoWorkRow } from '#server/database/tables/lectures.ts';
import { type InSection, inSection } from '#server/database/sections.ts';
import { isForLearners } from '#server/database/lectures-shown.ts';
import type { LecturePlace, StoredVideo } from '../video/video.ts';

/** It bounds one response. */
const LIST_MAX = 1000;

const facts = [
  'id',
  'kind',
  'title',
  'description',
  'duration_ms',
  'video_version',
  'chapters',
  'is_free_preview',
  'published_at',
  'position',
] as const;
const workFacts = ['state', 'is_playable', 'progress_percent', 'failure'] as const;
export type ListedLecture = Pick<LectureRow, (typeof facts)[number]> &
  /** Null where there is no video. */
  { [Fact in (typeof workFacts)[number]]: VideoWorkRow[Fact] | null } & InSection & {
    /** Of a quiz, and of what has questions at moments. */
    questions: number | null;
  };

const countedQuestions = sql<number>`(
  SELECT count(*) FROM quiz_questions q WHERE q.lecture_id = lectures.id AND q.retired_at IS NULL)`;

const questionsOf = sql<number | null>`CASE WHEN lectures.kind = 'quiz' THEN ${countedQuestions}
  WHEN lectures.kind IN (${sql.join(playedKinds)}) THEN nullif(${countedQuestions}, 0) END`;

const presentLectures = (db: Db) =>
  db
    .selectFrom('lectures')
    .leftJoin('video_work', 'video_work.lecture_id', 'lectures.id')
    .leftJoin('sections', 'sections.id', 'lectures.section_id')
    .where('lectures.deleted_at', 'is', null)
    .select(facts.map((column) => `lectures.${column}` as const))
    .select(workFacts)
    .select(inSection)
    .select(questionsOf.as('questions'));

/** The lectures of a course in their order. */
export const listLectures = (
  db: Db,
  courseId: string,
  { withDrafts }: { withDrafts: boolean },
): Promise<ListedLecture[]> =>
  presentLectures(db)
    .where('lectures.course_id', '=', courseId)
    .$if(!withDrafts, (query) => query.where('published_at', 'is not', null).where(isForLearners))
    .orderBy('lectures.position')
    .limit(LIST_MAX)
    .execute();

export const findLecture = (db: Db, { courseId, lectureId }: LecturePlace): Promise<ListedLecture | undefined> =>
  presentLectures(db)
    .where('lectures.id', '=', lectureId)
    .where('lectures.course_id', '=', courseId)
    .executeTakeFirst();

/** After the last lecture. Only while the course is locked, or two lectures would get the same position. */
export const nextPosition = async (tx: Db, courseId: string): Promise<number> => {
  const row = await tx
    .selectFrom('lectures')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
};

export type NewLecture = Omit<
  LectureRow,
  'video_version' | 'chapters' | 'deleted_at' | 'purged_at' | 'created_at' | 'updated_at'
> & { now: number };

export const insertLecture = (tx: Db, { now, ...lecture }: NewLecture) =>
  tx
    .insertInto('lectures')
    .values({
      ...lecture,
      video_version: 1,
      chapters: '',
      deleted_at: null,
      purged_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();

/** A lecture that is not deleted. */
export const findPlacedLecture = (
  db: Db,
  { courseId, lectureId }: LecturePlace,
): Promise<Pick<LectureRow, 'id' | 'kind'> | undefined> =>
  db
    .selectFrom('lectures')
    .select(['id', 'kind'])
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Makes a live class the video of its recording. */
export const becomeVideo = (
  tx: Db,
  lectureId: string,
  { key, contentType, sizeBytes, durationMs }: StoredVideo,
  now: number,
) =>
  tx
    .updateTable('lectures')
    .set({ kind: 'video', video_key: key, content_type: contentType, size_bytes: sizeBytes, duration_ms: durationMs })
    .set({ updated_at: now })
    .where('id', '=', lectureId)
    .execute();

export const isLecturePresent = (db: Db, { courseId, lectureId }: LecturePlace): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('lectures')
      .select('id')
      .where('id', '=', lectureId)
      .where('course_id', '=', courseId)
      .where('deleted_at', 'is', null),
  );
