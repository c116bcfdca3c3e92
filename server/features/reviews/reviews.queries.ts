import type { ReviewPromptTime, HidingReason, ReviewOrder, ReviewState } from '#contract/reviews/reviews.ts';
import type { Db } from '#server/database/database.ts';
import type { ReviewRow } from '#server/database/tables/reviews.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';

/** Nobody changes a review more often. */
const REVISIONS_MAX = 100;

const withPeople = (db: Db) =>
  db
    .selectFrom('reviews as r')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'r.user_id').on('u.deleted_at', 'is', null))
    .leftJoin('users as a', 'a.id', 'r.answered_by')
    .where('r.withdrawn_at', 'is', null)
    .selectAll('r')
    .select(['u.full_name', 'u.avatar_key', 'a.full_name as answerer_name', 'a.avatar_key as answerer_avatar']);

export type ListedReview = Awaited<ReturnType<ReturnType<typeof withPeople>['executeTakeFirstOrThrow']>>;

export interface ReviewPage {
  courseId: string;
  limit: number;
  offset: number;
}

/** Those that everyone sees. */
export const listReviews = (db: Db, { courseId, limit, offset, order }: ReviewPage & { order: ReviewOrder }) =>
  withPeople(db)
    .where('r.course_id', '=', courseId)
    .where('r.hidden_at', 'is', null)
    .$if(order === 'watched', (query) => query.orderBy('r.watched_percent', 'desc'))
    .$if(order === 'critical', (query) => query.orderBy('r.stars'))
    .orderBy('r.written_at', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();

export const listHiddenReviews = (db: Db, { courseId, limit, offset }: ReviewPage) =>
  withPeople(db)
    .where('r.course_id', '=', courseId)
    .where('r.hidden_at', 'is not', null)
    .$narrowType<{ hidden_reason: HidingReason }>()
    .orderBy('r.hidden_at', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();

/** The reviews of courses that everyone sees; of all courses without `courseIds`. */
const shownIn = (db: Db, courseIds: readonly string[] | undefined) =>
  withPeople(db)
    .innerJoin('courses as c', 'c.id', 'r.course_id')
    .where('r.hidden_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .$if(courseIds !== undefined, (query) => query.where('r.course_id', 'in', courseIds ?? []));

interface AnswerPage extends Omit<ReviewPage, 'courseId'> {
  courseIds: readonly string[] | undefined;
  state: ReviewState;
}

export const listToAnswer = (db: Db, { courseIds, state, limit, offset }: AnswerPage) =>
  shownIn(db, courseIds)
    .select('c.title as course_title')
    .where('r.answer', state === 'waiting' ? 'is' : 'is not', null)
    .orderBy('r.written_at', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();

export const countToAnswer = (db: Db, courseIds: readonly string[] | undefined): Promise<Record<ReviewState, number>> =>
  shownIn(db, courseIds)
    .clearSelect()
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('r.answer', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('r.answer', 'is not', null).as('answered'),
    ])
    .executeTakeFirstOrThrow();

export const countHidden = async (db: Db, courseId: string): Promise<{ reason: HidingReason; reviews: number }[]> => {
  const rows = await db
    .selectFrom('reviews')
    .where('course_id', '=', courseId)
    .where('withdrawn_at', 'is', null)
    .where('hidden_at', 'is not', null)
    .groupBy('hidden_reason')
    .orderBy('hidden_reason')
    .select(({ fn }) => ['hidden_reason', fn.countAll<number>().as('reviews')])
    .execute();
  return rows.flatMap(({ hidden_reason: reason, reviews }) => (reason === null ? [] : [{ reason, reviews }]));
};

/** With the name of its author; undefined when there is none, or it was withdrawn. */
export const findOwn = (db: Db, courseId: string, userId: string): Promise<ListedReview | undefined> =>
  withPeople(db).where('r.course_id', '=', courseId).where('r.user_id', '=', userId).executeTakeFirst();

/** As a notice tells it; undefined when it was withdrawn, or its author is gone. */
export const findForNotice = (tx: Db, reviewId: string) =>
  tx
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('courses as c', 'c.id', 'r.course_id')
    .leftJoin('users as a', 'a.id', 'r.answered_by')
    .where('r.id', '=', reviewId)
    .where('r.withdrawn_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .select(['r.course_id', 'r.user_id', 'r.stars', 'r.text', 'r.answer', 'r.written_at', 'r.hidden_at'])
    .select(['u.full_name', 'a.full_name as answerer_name', 'c.title as course_title'])
    .executeTakeFirst();

/** A withdrawn one too. */
export const findRow = (db: Db, courseId: string, userId: string): Promise<ReviewRow | undefined> =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const insertReview = (tx: Db, row: ReviewRow) => tx.insertInto('reviews').values(row).execute();

export const updateReview = (tx: Db, id: string, changed: Partial<ReviewRow>) =>
  tx.updateTable('reviews').set(changed).where('id', '=', id).execute();

/** Whether there is such a review that is not withdrawn. */
export const changeReview = (
  tx: Db,
  { courseId, reviewId }: { courseId: string; reviewId: string },
  changed: Partial<ReviewRow>,
): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('reviews')
      .set(changed)
      .where('id', '=', reviewId)
      .where('course_id', '=', courseId)
      .where('withdrawn_at', 'is', null),
  );

export const isReviewOf = (db: Db, { courseId, reviewId }: { courseId: string; reviewId: string }): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('reviews')
      .select('id')
      .where('id', '=', reviewId)
      .where('course_id', '=', courseId)
      .where('withdrawn_at', 'is', null),
  );

/** Stores the text that a review has had so far. */
export const addRevision = async (tx: Db, { id, stars, text, written_at: first, edited_at: edited }: ReviewRow) => {
  const { count } = await tx
    .selectFrom('review_revisions')
    .where('review_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('review_revisions')
    .values({ review_id: id, number: count + 1, stars, text, written_at: edited ?? first })
    .execute();
};

export const listRevisions = (db: Db, reviewId: string) =>
  db
    .selectFrom('review_revisions')
    .select(['stars', 'text', 'written_at'])
    .where('review_id', '=', reviewId)
    .orderBy('number', 'desc')
    .limit(REVISIONS_MAX)
    .execute();

export const deleteRevisions = (tx: Db, reviewId: string) =>
  tx.deleteFrom('review_revisions').where('review_id', '=', reviewId).execute();

export const listReviewPrompts = async (db: Db, courseId: string, userId: string): Promise<ReviewPromptTime[]> => {
  const rows = await db
    .selectFrom('review_requests')
    .select('moment')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .execute();
  return rows.map(({ moment }) => moment);
};

export const recordReviewPrompt = (
  db: Db,
  { now, ...asked }: { user_id: string; course_id: string; moment: ReviewPromptTime; now: number },
) =>
  db
    .insertInto('review_requests')
    .values({ ...asked, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
