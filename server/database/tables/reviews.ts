import { HidingReason, ReviewPromptTime } from '#contract/reviews/reviews.ts';
import { integer, oneOf, table, text, time, type RowOf } from '../table.ts';
import { computed } from './reasons.ts';

/** One per user and course. */
export const reviews = table('reviews', {
  key: ['id'],
  columns: {
    id: text,
    course_id: text,
    user_id: text,
    stars: integer,
    /** Empty when it is withdrawn. */
    text: text,
    /** The measured share of the course when it was written or changed last. */
    watched_percent: integer,
    written_at: time,
    edited_at: time.orNull(),
    withdrawn_at: time.orNull(),
    hidden_reason: oneOf(HidingReason).orNull(),
    hidden_at: time.orNull(),
    hidden_by: text.orNull(),
    answer: text.orNull(),
    answered_at: time.orNull(),
    answered_by: text.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'reviews',
    exported: ['id', 'course_id', 'stars', 'text', 'watched_percent', 'written_at', 'edited_at', 'answer'],
    onDeletion: {
      set: { text: '', answer: null, answered_at: null, answered_by: null },
      why: 'The stars stay without the name, so that the rating of a course stays true.',
    },
  },
  archive: { file: 'learning/reviews.csv', title: 'Reviews of courses.' },
});
export type ReviewRow = RowOf<typeof reviews>;

/** An earlier text of a review. */
export const reviewRevisions = table('review_revisions', {
  key: ['review_id', 'number'],
  columns: {
    review_id: text,
    /** From 1. */
    number: integer,
    stars: integer,
    text: text,
    written_at: time,
  },
  person: {
    rows: { via: { column: 'review_id', of: reviews, key: 'id' } },
    title: 'earlier-reviews',
    exported: ['review_id', 'stars', 'text', 'written_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/review-revisions.csv', title: 'Earlier texts of reviews.' },
});

/** When a user was asked for a review. */
export const reviewRequests = table('review_requests', {
  key: ['user_id', 'course_id', 'moment'],
  columns: {
    user_id: text,
    course_id: text,
    moment: oneOf(ReviewPromptTime),
    asked_at: time,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: { file: 'learning/review-requests.csv', title: 'When people were asked for a review.' },
});

/** A projection: how many shown reviews of a course gave how many stars. */
export const courseRatings = table('course_ratings', {
  columns: {
    course_id: text,
    stars_1: integer,
    stars_2: integer,
    stars_3: integer,
    stars_4: integer,
    stars_5: integer,
    computed_at: time,
  },
  person: null,
  archive: computed,
});
export type CourseRatingRow = RowOf<typeof courseRatings>;
