import type { Db } from '#server/database/database.ts';

/** Questions of a course that everyone may read, the newest; for a question itself, other ones that were answered. */
export const listCandidates = (
  db: Db,
  { courseId, exceptId, limit }: { courseId: string; exceptId: string | undefined; limit: number },
) =>
  db
    .selectFrom('lecture_questions as q')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .where('l.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .where('u.deleted_at', 'is', null)
    .where('q.standing', '=', 'shown')
    .where('q.is_private', '=', 0)
    .$if(exceptId !== undefined, (questions) =>
      questions.where('q.id', '<>', exceptId ?? '').where('q.answered_at', 'is not', null),
    )
    .select(['q.id', 'q.lecture_id', 'q.text', 'q.created_at', 'q.answered_at', 'u.full_name'])
    .select(({ selectFrom }) =>
      selectFrom('lecture_answers as a')
        .whereRef('a.question_id', '=', 'q.id')
        .where('a.standing', '=', 'shown')
        .where('a.is_private', '=', 0)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('answers'),
    )
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id')
    .limit(limit)
    .execute();

export type CandidateRow = Awaited<ReturnType<typeof listCandidates>>[number];
