import { playedKinds } from '#contract/classroom/lecture-kinds.ts';
import { numberInCourse } from '#server/database/sections.ts';
import { sql } from 'kysely';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { QuizQuestionRow, QuizQuestionVersionRow } from '#server/database/tables/quizzes.ts';

/** A lecture that has questions, or may have them, if it is in this course. */
export const findAskingLecture = (db: Db, courseId: string, lectureId: string) =>
  db
    .selectFrom('lectures')
    .leftJoin('quizzes', 'quizzes.lecture_id', 'lectures.id')
    .where('lectures.id', '=', lectureId)
    .where('lectures.course_id', '=', courseId)
    .where('lectures.kind', 'in', ['quiz', ...playedKinds])
    .where('lectures.deleted_at', 'is', null)
    .select(['lectures.id', 'lectures.title', 'lectures.kind', 'quizzes.settings'])
    .executeTakeFirst();

export const isQuiz = async (db: Db, lectureId: string): Promise<boolean> =>
  hasRow(db.selectFrom('lectures').where('id', '=', lectureId).where('kind', '=', 'quiz').select('id'));

/** As notices name it; undefined once it is deleted, and for a video that asks questions. */
export const findQuizNames = (db: Db, lectureId: string) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.id', '=', lectureId)
    .where('lectures.kind', '=', 'quiz')
    .where('lectures.deleted_at', 'is', null)
    .where('courses.deleted_at', 'is', null)
    .leftJoin('quizzes', 'quizzes.lecture_id', 'lectures.id')
    .select(['lectures.title', 'lectures.course_id', 'courses.title as course_title', 'quizzes.settings'])
    .executeTakeFirst();

export const isLectureOf = (db: Db, courseId: string, lectureId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('lectures')
      .where('id', '=', lectureId)
      .where('course_id', '=', courseId)
      .where('deleted_at', 'is', null)
      .select('id'),
  );

/**
 * Waits for a change of the quiz, and lets none begin until the transaction ends: what begins or ends now has the versions of
 * before the change, and is regraded by it, or those of after it. SQLite has only one writer.
 */
export const keepQuiz = async (tx: Tx, lectureId: string, hasManyWriters: boolean): Promise<void> => {
  if (!hasManyWriters) return;
  await tx.selectFrom('quizzes').where('lecture_id', '=', lectureId).select('lecture_id').forShare().execute();
};

/** Holds changes of the quiz until the transaction ends. */
export const lockQuiz = (tx: Tx, lectureId: string, settings: string, now: number) =>
  tx
    .insertInto('quizzes')
    .values({ lecture_id: lectureId, settings, updated_at: now })
    .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet({ updated_at: now }))
    .execute();

export const writeSettings = (tx: Tx, lectureId: string, { mustPass, ...rest }: QuizSettings, now: number) => {
  const values = { settings: JSON.stringify({ mustPass, ...rest }), must_pass: mustPass ? 1 : 0, updated_at: now };
  return tx
    .insertInto('quizzes')
    .values({ lecture_id: lectureId, ...values })
    .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet(values))
    .execute();
};

/** Those that new attempts get, in their order. */
export const listQuestions = (db: Db, lectureId: string) =>
  db
    .selectFrom('quiz_questions as q')
    .innerJoin('quiz_question_versions as v', 'v.id', 'q.version_id')
    .where('q.lecture_id', '=', lectureId)
    .where('q.retired_at', 'is', null)
    .select(['q.id', 'q.position', 'q.at_ms', 'q.version_id', 'v.number', 'v.content'])
    .orderBy('q.at_ms')
    .orderBy('q.position')
    .orderBy('q.id')
    .execute();

export type QuestionOfQuiz = Awaited<ReturnType<typeof listQuestions>>[number];

export const findQuestion = (db: Db, lectureId: string, id: string) =>
  db
    .selectFrom('quiz_questions as q')
    .innerJoin('quiz_question_versions as v', 'v.id', 'q.version_id')
    .where('q.lecture_id', '=', lectureId)
    .where('q.id', '=', id)
    .select(['q.id', 'q.version_id', 'q.retired_at', 'v.number', 'v.content'])
    .executeTakeFirst();

export const insertVersions = async (tx: Tx, rows: readonly QuizQuestionVersionRow[]): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('quiz_question_versions')
      .values([...rows])
      .execute();
};

export const nextVersion = async (tx: Tx, questionId: string): Promise<number> => {
  const { last } = await tx
    .selectFrom('quiz_question_versions')
    .where('question_id', '=', questionId)
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
};

export const insertQuestions = (tx: Tx, rows: readonly Omit<QuizQuestionRow, 'retired_at'>[]) =>
  tx
    .insertInto('quiz_questions')
    .values(rows.map((row) => ({ ...row, retired_at: null })))
    .execute();

export const setVersion = (tx: Tx, questionId: string, versionId: string) =>
  tx.updateTable('quiz_questions').set({ version_id: versionId }).where('id', '=', questionId).execute();

export const retireQuestion = (tx: Tx, questionId: string, now: number) =>
  tx.updateTable('quiz_questions').set({ retired_at: now }).where('id', '=', questionId).execute();

export const setMoment = (tx: Tx, questionId: string, atMs: number) =>
  tx.updateTable('quiz_questions').set({ at_ms: atMs }).where('id', '=', questionId).execute();

export const setPosition = (tx: Tx, questionId: string, position: number) =>
  tx.updateTable('quiz_questions').set({ position }).where('id', '=', questionId).execute();

export const findVersions = (db: Db, ids: readonly string[]) =>
  db.selectFrom('quiz_question_versions').where('id', 'in', ids).select(['id', 'content']).execute();

/** The versions that new attempts get, also of retired questions. */
export const newestVersionsOf = (db: Db, questionIds: readonly string[]) =>
  db.selectFrom('quiz_questions').where('id', 'in', questionIds).select(['id', 'version_id']).execute();

/** How often it was answered, by question. */
export const countAnswers = async (db: Db, lectureId: string): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('quiz_attempt_items as i')
    .innerJoin('quiz_attempts as a', 'a.id', 'i.attempt_id')
    .where('a.lecture_id', '=', lectureId)
    .where('a.state', '<>', 'open')
    .where('a.is_preview', '=', 0)
    .where('a.reset_id', 'is', null)
    .groupBy('i.question_id')
    .select(['i.question_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map(({ question_id: id, count }) => [id, count]));
};

export const countAttempts = (db: Db, lectureId: string) =>
  db
    .selectFrom('quiz_attempts')
    .where('lecture_id', '=', lectureId)
    .where('state', '<>', 'open')
    .where('is_preview', '=', 0)
    .where('reset_id', 'is', null)
    .select([
      ({ fn }) => fn.countAll<number>().as('attempts'),
      sql<number>`count(DISTINCT user_id)`.as('people'),
      sql<number>`count(DISTINCT CASE WHEN has_passed = 1 THEN user_id END)`.as('passed'),
    ])
    .executeTakeFirstOrThrow();

/** The pictures and sounds of lectures, as they are served now. */
export const listMedia = (db: Db, lectureIds: readonly string[]) =>
  db
    .selectFrom('lectures as l')
    .innerJoin('media_files as m', (join) =>
      join.onRef('m.lecture_id', '=', 'l.id').onRef('m.version', '=', 'l.video_version'),
    )
    .where('l.id', 'in', lectureIds)
    .where(({ or, eb }) => or([eb('m.name', 'like', 'image-%'), eb('m.name', 'like', 'sound-%')]))
    .select(['l.id', 'l.video_version', 'm.name'])
    .execute();

/** Where the explaining minutes are: their lectures, with their places in the course. */
export const findMomentLectures = (db: Db, ids: readonly string[], userId: string) =>
  db
    .selectFrom('lectures as l')
    .leftJoin('lecture_progress as p', (join) => join.onRef('p.lecture_id', '=', 'l.id').on('p.user_id', '=', userId))
    .where('l.id', 'in', ids)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .select(['l.id', 'l.title', 'l.course_id', 'p.watched'])
    .select(numberInCourse)
    .execute();
