import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, MediaLink, pageOf, text } from '../fields.ts';
import { Rating } from './rating.ts';
import { messages } from '../messages.ts';

const { incomplete } = messages.reviews;

const REVIEW_MAX_LENGTH = 2000;
const ANSWER_MAX_LENGTH = 2000;
/** In public: why a review is hidden. */
export const HidingReason = z.enum(['names_person', 'insult', 'advertising', 'other_subject', 'private_data']);
export type HidingReason = z.output<typeof HidingReason>;

const Stars = z.int({ error: messages.reviews.starsMissing }).min(1).max(5);

const Person = z.object({ fullName: z.string(), avatar: MediaLink });

export const Review = z.object({
  _id: z.string(),
  /** Null for a deleted account, whose text is gone too. */
  author: Person.nullable(),
  stars: z.int(),
  text: z.string(),
  /** The measured share of the course when it was written. */
  watchedPercent: z.int(),
  writtenAt: Instant,
  /** Of the last change; null for one that was never changed. */
  editedAt: Instant.nullable(),
  /** Of a teacher, an assistant or an admin. */
  answer: Person.extend({ text: z.string(), answeredAt: Instant }).nullable(),
});
export type Review = z.output<typeof Review>;

/** The user's own review; others do not see one that is hidden. */
const OwnReview = Review.extend({ hiddenReason: HidingReason.nullable() });

export const ReviewOrder = z.enum(['watched', 'newest', 'critical']);
export type ReviewOrder = z.output<typeof ReviewOrder>;

/** When learners are asked for a review: once in the middle of a course, and once at its end. */
export const ReviewPromptTime = z.enum(['half', 'end']);
export type ReviewPromptTime = z.output<typeof ReviewPromptTime>;

export const ReviewState = z.enum(['waiting', 'answered']);
export type ReviewState = z.output<typeof ReviewState>;

const ReviewParams = { params: z.object({ courseId: Id, reviewId: Id }), notFound: 'review_not_found' } as const;

const page = z.object({
  ...pageOf(10, { max: 50, offsetMax: 10_000 }),
});

/** What the user has written, and whether they may write. */
const OwnReviewState = {
  review: OwnReview.nullable(),
  /** Null for teachers, assistants and admins of the course, who write none. */
  watched: z
    .object({
      /** Measured, of the whole course. */
      percent: z.int(),
      watchedMs: z.int(),
      /** Reviews open after so much. */
      neededMs: z.int(),
      mayWrite: z.boolean(),
    })
    .nullable(),
  /** The user is asked for a review now. */
  ask: ReviewPromptTime.nullable(),
};

export const reviews = {
  list: get('/courses/:courseId/reviews', {
    access: 'public',
    summary:
      'List the reviews of a course by page: those of people who watched most, the newest, or the critical first',
    ...ofCourse,
    query: page.extend({ order: ReviewOrder.default('watched') }),
    errors: ['reviews_off'],
    response: success({
      reviews: z.array(Review),
      total: z.int(),
      /** Null with fewer than three reviews. */
      rating: Rating.extend({
        /** From 1 star to 5. */
        byStars: z.array(z.int()),
      }).nullable(),
      hidden: z.array(z.object({ reason: HidingReason, reviews: z.int() })),
    }),
  }),
  listToAnswer: get('/teach/reviews', {
    access: 'user',
    summary: 'List the reviews of the courses that you answer in, the newest first',
    query: z.object({ state: ReviewState.default('waiting'), ...pageOf(50) }),
    errors: ['forbidden', 'reviews_off'],
    response: success({
      reviews: z.array(
        Review.extend({ authorId: z.string(), course: z.object({ _id: z.string(), title: z.string() }) }),
      ),
      total: z.int(),
      counts: z.record(ReviewState, z.int()),
    }),
  }),
  own: get('/courses/:courseId/reviews/own', {
    access: 'user',
    summary: 'Get your own review of a course, and whether you may write one',
    ...ofCourse,
    errors: ['reviews_off'],
    response: success(OwnReviewState),
  }),
  write: post('/courses/:courseId/reviews', {
    access: 'user',
    summary: 'Write your review of a course after watching enough of it, or change it; the earlier text is kept',
    ...ofCourse,
    body: z.object({ stars: Stars, text: text(REVIEW_MAX_LENGTH, incomplete) }),
    incomplete,
    errors: ['reviews_off', 'review_not_open', 'review_of_staff'],
    rateLimit: { perUser: 30 },
    response: saying('Review saved', OwnReviewState),
  }),
  withdraw: del('/courses/:courseId/reviews/own', {
    access: 'user',
    summary: 'Withdraw your review of a course; its texts are deleted',
    ...ofCourse,
    errors: ['review_not_found', 'reviews_off'],
    rateLimit: { perUser: 30 },
    response: saying('Review withdrawn', {}),
  }),
  recordReviewPrompt: put('/courses/:courseId/reviews/asked', {
    access: 'user',
    summary: 'Record that you were asked for a review at a moment, so that you are not asked again',
    ...ofCourse,
    body: z.object({ moment: ReviewPromptTime }),
    errors: ['reviews_off'],
    response: saying('You will not be asked again', {}),
  }),
  answer: put('/courses/:courseId/reviews/:reviewId/answer', {
    access: { course: 'answer' },
    audit: 'review_moderated',
    summary: 'Answer a review, or change the answer: a review has one',
    ...ReviewParams,
    body: z.object({ text: text(ANSWER_MAX_LENGTH, incomplete) }),
    incomplete,
    errors: ['course_not_found', 'reviews_off'],
    rateLimit: { perUser: 300 },
    response: saying('Answer published', {}),
  }),
  removeAnswer: del('/courses/:courseId/reviews/:reviewId/answer', {
    access: { course: 'answer' },
    audit: 'review_moderated',
    summary: 'Delete the answer to a review',
    ...ReviewParams,
    errors: ['course_not_found', 'reviews_off'],
    response: saying('Answer deleted', {}),
  }),
  hide: put('/courses/:courseId/reviews/:reviewId/hidden', {
    access: { course: 'answer' },
    audit: 'review_moderated',
    summary: 'Hide a review for a reason that everyone sees, or show it again without one',
    ...ReviewParams,
    body: z.object({ reason: HidingReason.nullable() }),
    errors: ['course_not_found', 'reviews_off'],
    response: success({}),
  }),
  listHidden: get('/courses/:courseId/reviews/hidden', {
    access: { course: 'answer' },
    summary: 'List the hidden reviews of a course',
    ...ofCourse,
    query: page,
    errors: ['reviews_off'],
    response: success({ reviews: z.array(Review.extend({ hiddenReason: HidingReason })), total: z.int() }),
  }),
  revisions: get('/courses/:courseId/reviews/:reviewId/revisions', {
    access: { course: 'answer' },
    summary: 'List the earlier texts of a review, the newest first',
    ...ReviewParams,
    errors: ['course_not_found', 'reviews_off'],
    response: success({
      revisions: z.array(z.object({ stars: z.int(), text: z.string(), writtenAt: Instant })),
    }),
  }),
};
