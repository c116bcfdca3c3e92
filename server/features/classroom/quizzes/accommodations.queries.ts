import { sql } from 'kysely';
import { contains } from '#server/database/contains.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { QuizAccommodationRow } from '#server/database/tables/quizzes.ts';
import type { QuizPlace } from './places.ts';

export const putAccommodation = (tx: Tx, row: QuizAccommodationRow) => {
  const { lecture_id: _, user_id: __, ...values } = row;
  return tx
    .insertInto('quiz_accommodations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['lecture_id', 'user_id']).doUpdateSet(values))
    .execute();
};

export interface LearnerFilter extends QuizPlace {
  /** In their names; '' for all. */
  search: string;
}

/** Learners who have begun the course. A first attempt that was interrupted counts, even if nothing was watched. */
const learners = (db: Db, { courseId, search }: Pick<LearnerFilter, 'courseId' | 'search'>) =>
  db
    .selectFrom('users as u')
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('lecture_progress as p')
            .whereRef('p.user_id', '=', 'u.id')
            .where('p.course_id', '=', courseId)
            .select('p.user_id'),
        ),
        exists(
          selectFrom('quiz_attempts as t')
            .innerJoin('lectures as l', 'l.id', 't.lecture_id')
            .whereRef('t.user_id', '=', 'u.id')
            .where('l.course_id', '=', courseId)
            .where('t.is_preview', '=', 0)
            .select('t.id'),
        ),
      ]),
    )
    .$if(search !== '', (query) => query.where(contains(db, sql<string>`u.full_name`, search)));

export const isLearner = (db: Db, { courseId }: QuizPlace, userId: string): Promise<boolean> =>
  hasRow(learners(db, { courseId, search: '' }).where('u.id', '=', userId).select('u.id'));

export const listLearners = (
  db: Db,
  { limit, offset, ...filter }: LearnerFilter & { limit: number; offset: number },
) => {
  const counted = (isPassed: boolean) =>
    db
      .selectFrom('quiz_attempts as a')
      .where('a.user_id', '=', sql.ref<string>('u.id'))
      .where('a.lecture_id', '=', filter.lectureId)
      .where('a.is_preview', '=', 0)
      .where('a.reset_id', 'is', null)
      .$if(isPassed, (query) => query.where('a.has_passed', '=', 1))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull();
  return learners(db, filter)
    .leftJoin('quiz_accommodations as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.lecture_id', '=', filter.lectureId),
    )
    .select(['u.id', 'u.full_name', 'm.extra_time_percent', 'm.extra_attempts', 'm.extra_minutes'])
    .select([counted(false).as('attempts'), counted(true).as('passed')])
    .orderBy(sql`lower(u.full_name)`)
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute();
};

export const countLearners = async (db: Db, filter: LearnerFilter): Promise<number> => {
  const { count } = await learners(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
