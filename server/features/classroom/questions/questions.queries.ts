import { type ExpressionBuilder, sql } from 'kysely';
import type { QuestionOrder } from '#contract/classroom/questions.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { LectureQuestionRow } from '#server/database/tables/questions.ts';
import type { Tables } from '#server/database/tables.ts';

/** Who reads: the staff of the course sees all, others neither private nor held questions of others. */
export interface Viewer {
  id: string;
  isStaff: boolean;
}

type Joined = Tables & { q: LectureQuestionRow; u: Tables['users']; l: Tables['lectures'] };

const isVisible = (viewer: Viewer) => (builder: ExpressionBuilder<Joined, 'q' | 'u' | 'l'>) =>
  viewer.isStaff
    ? builder.lit(true)
    : builder.or([
        builder('q.user_id', '=', viewer.id),
        builder.and([builder('q.is_private', '=', 0), builder('q.standing', '<>', 'held')]),
      ]);

/** Answers to the question `q` that the viewer may know of. */
const answersTo = (builder: ExpressionBuilder<Joined, 'q'>, viewer: Viewer) =>
  builder
    .selectFrom('lecture_answers as a')
    .whereRef('a.question_id', '=', 'q.id')
    .$if(!viewer.isStaff, (answers) =>
      answers.where((answer) =>
        answer.or([
          answer('a.user_id', '=', viewer.id),
          answer.and([
            answer('a.standing', '<>', 'held'),
            answer.or([answer('a.is_private', '=', 0), answer('q.user_id', '=', viewer.id)]),
          ]),
        ]),
      ),
    );

const all = (db: Db) =>
  db
    .selectFrom('lecture_questions as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id');

const read = (db: Db, viewer: Viewer) =>
  all(db)
    .where(isVisible(viewer))
    .selectAll('q')
    .select(['u.full_name', 'u.avatar_key', 'u.deleted_at as author_deleted_at', 'l.duration_ms', 'l.course_id'])
    .select((builder) => [
      builder
        .selectFrom('lecture_question_votes as v')
        .whereRef('v.question_id', '=', 'q.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('votes'),
      builder
        .exists(
          builder
            .selectFrom('lecture_question_votes as v')
            .whereRef('v.question_id', '=', 'q.id')
            .where('v.user_id', '=', viewer.id)
            .select('v.user_id'),
        )
        .as('has_voted'),
      builder
        .exists(
          builder
            .selectFrom('lecture_question_follows as f')
            .whereRef('f.question_id', '=', 'q.id')
            .where('f.user_id', '=', viewer.id)
            .where('f.is_on', '=', 1)
            .select('f.user_id'),
        )
        .as('is_followed'),
      answersTo(builder, viewer)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('answer_count'),
    ]);

export type QuestionRow = Awaited<ReturnType<ReturnType<typeof read>['executeTakeFirstOrThrow']>>;

export interface QuestionPage {
  order: QuestionOrder;
  limit: number;
  offset: number;
}

/** Questions without a moment, or with one beyond the end of the video, come last. */
const byMoment = sql`CASE WHEN q.at_ms IS NULL OR q.at_ms > l.duration_ms THEN 1 ELSE 0 END`;

export const listQuestions = (
  db: Db,
  viewer: Viewer,
  { lectureId, order, limit, offset }: QuestionPage & { lectureId: string },
): Promise<QuestionRow[]> =>
  read(db, viewer)
    .where('q.lecture_id', '=', lectureId)
    .$if(order === 'moment', (query) => query.orderBy(byMoment).orderBy('q.at_ms'))
    .$if(order === 'waiting', (query) => query.orderBy(sql`CASE WHEN q.answered_at IS NULL THEN 0 ELSE 1 END`))
    .orderBy('q.created_at', order === 'newest' ? 'desc' : 'asc')
    .orderBy('q.id')
    .limit(limit)
    .offset(offset)
    .execute();

export const countQuestions = async (db: Db, viewer: Viewer, lectureId: string): Promise<number> => {
  const { count } = await all(db)
    .where(isVisible(viewer))
    .where('q.lecture_id', '=', lectureId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** The newest first, also where access has ended; not those of lectures and courses that are not there. */
export const listOwnQuestions = (db: Db, userId: string, courseId: string, limit: number): Promise<QuestionRow[]> =>
  read(db, { id: userId, isStaff: false })
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('q.user_id', '=', userId)
    .where('l.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('q.standing', '<>', 'deleted')
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id')
    .limit(limit)
    .execute();

export const findQuestion = (db: Db, viewer: Viewer, id: string): Promise<QuestionRow | undefined> =>
  read(db, viewer).where('q.id', '=', id).executeTakeFirst();

/** The course and the length of a lecture; undefined when it is not in the course. */
export const findLectureIn = (db: Db, courseId: string, lectureId: string) =>
  db
    .selectFrom('lectures')
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .select(['id', 'duration_ms'])
    .executeTakeFirst();

/** Locks it until the transaction ends. */
export const lockQuestion = (tx: Tx, id: string, now: number): Promise<LectureQuestionRow | undefined> =>
  tx.updateTable('lecture_questions').set({ updated_at: now }).where('id', '=', id).returningAll().executeTakeFirst();

export const insertQuestion = (tx: Tx, row: LectureQuestionRow) =>
  tx.insertInto('lecture_questions').values(row).execute();

export const changeQuestion = (tx: Tx, id: string, change: Partial<Omit<LectureQuestionRow, 'id'>>) =>
  tx.updateTable('lecture_questions').set(change).where('id', '=', id).execute();

/** The same question of the same person, sent again. */
export const findRepeated = (
  tx: Tx,
  { lectureId, userId, text, sinceMs }: { lectureId: string; userId: string; text: string; sinceMs: number },
) =>
  tx
    .selectFrom('lecture_questions')
    .where('user_id', '=', userId)
    .where('lecture_id', '=', lectureId)
    .where('text', '=', text)
    .where('standing', '<>', 'deleted')
    .where('created_at', '>', sinceMs)
    .select('id')
    .executeTakeFirst();

/** Whether an answer refers to it, or answers it. */
export const hasAnswers = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('lecture_answers')
    .where((answer) => answer.or([answer('question_id', '=', id), answer('same_as_id', '=', id)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const deleteQuestion = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('lecture_question_votes').where('question_id', '=', id).execute();
  await tx.deleteFrom('lecture_question_follows').where('question_id', '=', id).execute();
  await tx.deleteFrom('lecture_questions').where('id', '=', id).execute();
};

/** Computes since when the question waits no longer: an answer of the staff, or the accepted one. */
export const settleAnswered = (tx: Tx, id: string) =>
  tx
    .updateTable('lecture_questions')
    .set(({ selectFrom }) => ({
      answered_at: selectFrom('lecture_answers as a')
        .whereRef('a.question_id', '=', 'lecture_questions.id')
        .where('a.standing', '=', 'shown')
        .where((answer) =>
          answer.or([
            answer('a.as_role', 'is not', null),
            answer('a.id', '=', answer.ref('lecture_questions.accepted_answer_id')),
          ]),
        )
        .select(({ fn }) => fn.min('a.created_at').as('first')),
    }))
    .where('id', '=', id)
    .execute();

/** How long the last questions of the courses waited, or those of every course. */
export const recentResponseTimes = async (
  db: Db,
  courseIds: readonly string[] | undefined,
  limit: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('lecture_questions as q')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id')
    .where('q.answered_at', 'is not', null)
    .$if(courseIds !== undefined, (query) => query.where('l.course_id', 'in', courseIds ?? []))
    .select(sql<number>`q.answered_at - q.created_at`.as('wait'))
    .orderBy('q.answered_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ wait }) => wait);
};
