import { keepPreviousData } from '@tanstack/react-query';
import type { CallOptions } from './call.ts';
import { endpointQuery } from './query.ts';

type LearnersQuery = NonNullable<CallOptions<'GET /teach/courses/:courseId/learners'>['query']>;

export const learnersQuery = (courseId: string, query: LearnersQuery) =>
  endpointQuery('course-lists', 'GET /teach/courses/:courseId/learners', {
    params: { courseId },
    query,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

type CourseLearnersQuery = NonNullable<CallOptions<'GET /courses/:courseId/learners'>['query']>;

/** Everyone who has a course. */
export const courseLearnersQuery = (courseId: string, query: CourseLearnersQuery) =>
  endpointQuery('course-lists', 'GET /courses/:courseId/learners', {
    params: { courseId },
    query,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Where one of them is, lecture by lecture. */
export const courseLearnerQuery = (courseId: string, userId: string) =>
  endpointQuery('course-lists', 'GET /courses/:courseId/learners/:userId', {
    params: { courseId, userId },
    staleTime: 0,
  });

/** What is written about the user as a teacher. */
export const ownPageQuery = () => endpointQuery('course-lists', 'GET /teach/page');

/** The public page of a teacher. */
export const teacherPageQuery = (slug: string) =>
  endpointQuery('course-lists', 'GET /teachers/:slug', { params: { slug } });

/** The teachers and assistants of a course. */
export const coursePeopleQuery = (courseId: string) =>
  endpointQuery('course-lists', 'GET /admin/courses/:courseId/people', { params: { courseId }, staleTime: 0 });
