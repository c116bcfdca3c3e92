import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { Result } from '#contract/endpoint.ts';
import type { ReviewPromptTime, HidingReason, Review, ReviewOrder, ReviewState } from '#contract/reviews/reviews.ts';
import { recordChange } from '#server/audit/context.ts';
import { rowBefore } from '#server/audit/row-before.ts';
import type { Tx } from '#server/database/database.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { countOfStars, ratingOf } from '#server/database/ratings.ts';
import { createAnnouncing } from './review-notices.ts';
import { changeReviews, recomputeRatings } from './rating.ts';
import { findRating } from './rating.queries.ts';
import {
  changeReview,
  countHidden,
  countToAnswer,
  findOwn,
  isReviewOf,
  listReviewPrompts,
  listHiddenReviews,
  type ListedReview,
  listReviews,
  listToAnswer,
  listRevisions,
  recordReviewPrompt,
  type ReviewPage,
} from './reviews.queries.ts';
import { createWriting, type ReviewsNeeds } from './review-editing.ts';

type Answer<Name extends keyof typeof api.reviews> = Omit<Result<(typeof api.reviews)[Name]>, 'message'>;

const HALF_PERCENT = 50;

/** A review, as staff of the course finds it. */
export interface ReviewOfCourse {
  courseId: string;
  reviewId: string;
}

export type Reviews = ReturnType<typeof createReviews>;

const nameless = { fullName: '', avatar: { secure_url: null } };

const person = (fullName: string | null, avatarKey: string | null, origin: string) =>
  fullName === null
    ? null
    : { fullName, avatar: { secure_url: avatarKey === null ? null : fileUrl(origin, avatarKey) } };

const present = (row: ListedReview, origin: string): z.input<typeof Review> => {
  const author = person(row.full_name, row.avatar_key, origin);
  const answerer = person(row.answerer_name, row.answerer_avatar, origin) ?? nameless;
  return {
    _id: row.id,
    author,
    stars: row.stars,
    text: author === null ? '' : row.text,
    watchedPercent: row.watched_percent,
    writtenAt: toInstant(row.written_at),
    editedAt: toInstantOrNull(row.edited_at),
    answer:
      row.answer === null || row.answered_at === null
        ? null
        : { ...answerer, text: row.answer, answeredAt: toInstant(row.answered_at) },
  };
};

/** Reviews of courses by people who watched them. */
export const createReviews = (platform: Platform, needs: ReviewsNeeds) => {
  const { database, clock, settings } = platform;
  const { db } = database;
  const { isShown, policy } = needs;

  const assertOn = async (): Promise<void> => {
    if (!(await settings.community()).reviews) throw fail('reviews_off');
  };
  const assertCourse = async (courseId: string): Promise<void> => {
    await assertOn();
    if (!(await isShown(courseId))) throw fail('course_not_found');
  };
  const announcing = createAnnouncing(needs.notices);
  const writing = createWriting(platform, { ...needs, announcing });

  const own = async (actor: Actor, courseId: string, origin: string): Promise<Answer<'own'>> => {
    const row = await findOwn(db, courseId, actor.id);
    const review = row ? { ...present(row, origin), hiddenReason: row.hidden_reason } : null;
    if (await policy.seesDrafts(actor, courseId)) return { review, watched: null, ask: null };
    const { isFinished, ...watched } = await writing.watched(actor.id, courseId);
    const asked = await listReviewPrompts(db, courseId, actor.id);
    const moment: ReviewPromptTime | undefined = isFinished
      ? 'end'
      : watched.percent >= HALF_PERCENT
        ? 'half'
        : undefined;
    const isAsked = moment !== undefined && watched.mayWrite && !review && !asked.includes(moment);
    return { review, watched, ask: isAsked ? moment : null };
  };

  const changeOne = async (
    { courseId, reviewId }: ReviewOfCourse,
    changed: Parameters<typeof changeReview>[2],
    announce: (tx: Tx, reviewId: string) => Promise<void>,
  ): Promise<void> => {
    await assertOn();
    await changeReviews(database, { courseId, now: clock.now() }, async (tx) => {
      const { hidden_reason, answer } = (await rowBefore(tx, 'reviews', reviewId)) ?? {};
      recordChange({ before: { hidden_reason, answer }, after: changed });
      if (!(await changeReview(tx, { courseId, reviewId }, changed))) throw fail('review_not_found');
      await announce(tx, reviewId);
    });
  };

  return {
    list: async (query: ReviewPage & { order: ReviewOrder }, origin: string): Promise<Answer<'list'>> => {
      await assertCourse(query.courseId);
      const byStars = await findRating(db, query.courseId);
      const rating = ratingOf(byStars);
      return {
        reviews: (await listReviews(db, query)).map((row) => present(row, origin)),
        total: countOfStars(byStars),
        rating: rating && { ...rating, byStars: [...byStars] },
        hidden: await countHidden(db, query.courseId),
      };
    },

    /** Of every course for admins, for others of those that they work on. Throws `forbidden`. */
    listToAnswer: async (
      actor: Actor,
      query: { state: ReviewState; limit: number; offset: number },
      origin: string,
    ): Promise<Answer<'listToAnswer'>> => {
      const courseIds = await policy.staffOf(actor);
      await assertOn();
      const counts = await countToAnswer(db, courseIds);
      const reviews = (await listToAnswer(db, { ...query, courseIds })).map((row) => ({
        ...present(row, origin),
        authorId: row.user_id,
        course: { _id: row.course_id, title: row.course_title },
      }));
      return { reviews, total: counts[query.state], counts };
    },

    own: async (actor: Actor, courseId: string, origin: string): Promise<Answer<'own'>> => {
      await assertCourse(courseId);
      return own(actor, courseId, origin);
    },

    /** Throws `review_not_open`, and `review_of_staff` for people of the course. */
    write: async (
      actor: Actor,
      review: { courseId: string; stars: number; text: string },
      origin: string,
    ): Promise<Answer<'write'>> => {
      await assertCourse(review.courseId);
      await writing.write(actor, review);
      return own(actor, review.courseId, origin);
    },

    /** Throws `review_not_found`. */
    withdraw: async (userId: string, courseId: string): Promise<void> => {
      await assertCourse(courseId);
      await writing.withdraw(userId, courseId);
    },

    recordReviewPrompt: async (userId: string, courseId: string, moment: ReviewPromptTime): Promise<void> => {
      await assertCourse(courseId);
      await recordReviewPrompt(db, { user_id: userId, course_id: courseId, moment, now: clock.now() });
    },

    /** Throws `review_not_found`. */
    answer: (actor: Actor, review: ReviewOfCourse, text: string): Promise<void> =>
      changeOne(review, { answer: text, answered_at: clock.now(), answered_by: actor.id }, announcing.answered),

    removeAnswer: (review: ReviewOfCourse): Promise<void> =>
      changeOne(review, { answer: null, answered_at: null, answered_by: null }, announcing.answerRemoved),

    /** Without a reason, it is shown again. Throws `review_not_found`. */
    hide: (actor: Actor, review: ReviewOfCourse, reason: HidingReason | null): Promise<void> =>
      changeOne(
        review,
        {
          hidden_reason: reason,
          hidden_at: reason === null ? null : clock.now(),
          hidden_by: reason === null ? null : actor.id,
        },
        reason === null ? announcing.written : announcing.withdrawn,
      ),

    listHidden: async (query: ReviewPage, origin: string): Promise<Answer<'listHidden'>> => {
      await assertOn();
      const rows = await listHiddenReviews(db, query);
      const hidden = await countHidden(db, query.courseId);
      return {
        reviews: rows.map((row) => ({ ...present(row, origin), hiddenReason: row.hidden_reason })),
        total: hidden.reduce((sum, { reviews }) => sum + reviews, 0),
      };
    },

    /** Throws `review_not_found`. */
    revisions: async (review: ReviewOfCourse): Promise<Answer<'revisions'>> => {
      await assertOn();
      if (!(await isReviewOf(db, review))) throw fail('review_not_found');
      const rows = await listRevisions(db, review.reviewId);
      return {
        revisions: rows.map(({ stars, text, written_at: writtenAt }) => ({
          stars,
          text,
          writtenAt: toInstant(writtenAt),
        })),
      };
    },

    /** For an operator: recomputes the rating of every course. Returns a line for each that differed. */
    recomputeRatings: (): Promise<string[]> => recomputeRatings(database, clock.now()),
  };
};
