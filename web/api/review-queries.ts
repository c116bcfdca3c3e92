import { keepPreviousData } from '@tanstack/react-query';
import type { CallOptions, ResponseOf } from './call.ts';
import { endpointQuery } from './query.ts';

type ReviewPage = NonNullable<CallOptions<'GET /courses/:courseId/reviews'>['query']>;
export type Review = ResponseOf<'GET /courses/:courseId/reviews'>['reviews'][number];
export type OwnReviewState = ResponseOf<'GET /courses/:courseId/reviews/own'>;

export const reviewsQuery = (courseId: string, query: ReviewPage) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/reviews', {
    params: { courseId },
    query,
    placeholderData: keepPreviousData,
  });

/** The reviews of the courses that somebody works on. */
export const reviewQueueQuery = (query: NonNullable<CallOptions<'GET /teach/reviews'>['query']>) =>
  endpointQuery(['courses', 'reviews'], 'GET /teach/reviews', { query, placeholderData: keepPreviousData });

/** The user's own review of a course, and whether they may write one. */
export const ownReviewQuery = (courseId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/reviews/own', {
    params: { courseId },
    // It follows what was watched.
    staleTime: 0,
  });

/** For those who work on the course. */
export const hiddenReviewsQuery = (courseId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/reviews/hidden', {
    params: { courseId },
    query: { limit: 50 },
  });

/** The earlier texts of a review. */
export const revisionsQuery = (courseId: string, reviewId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/reviews/:reviewId/revisions', {
    params: { courseId, reviewId },
  });
