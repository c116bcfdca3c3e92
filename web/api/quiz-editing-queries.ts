import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery } from './query.ts';

export interface QuizOfCourse {
  courseId: string;
  lectureId: string;
}

/** A quiz with its keys, for those who edit it. */
export const editedQuizQuery = (params: QuizOfCourse) =>
  endpointQuery(['quizzes', 'edited', params.lectureId], 'GET /courses/:courseId/lectures/:lectureId/quiz/questions', {
    params,
    staleTime: 0,
  });

/** The figures of a quiz, and the changes of its scores. */
export const quizResultsQuery = (params: QuizOfCourse) =>
  endpointQuery(['quizzes', 'results', params.lectureId], 'GET /courses/:courseId/lectures/:lectureId/quiz/results', {
    params,
    staleTime: 0,
  });

/** The submitted attempts at a quiz, a page of them. */
export const submittedAttemptsQuery = (params: QuizOfCourse, page: { limit: number; offset: number }) =>
  endpointQuery(['quizzes', 'results', params.lectureId], 'GET /courses/:courseId/lectures/:lectureId/quiz/attempts', {
    params,
    query: page,
    staleTime: 0,
  });

export const submittedAttemptQuery = (params: QuizOfCourse & { attemptId: string }) =>
  endpointQuery(
    ['quizzes', 'results', params.lectureId],
    'GET /courses/:courseId/lectures/:lectureId/quiz/attempts/:attemptId',
    { params, staleTime: 0 },
  );

/** What a reset of attempts would do, of one person or of everyone. */
export const resetEffectQuery = (params: QuizOfCourse, userId: string | null) =>
  endpointQuery(
    ['quizzes', 'results', params.lectureId],
    'GET /courses/:courseId/lectures/:lectureId/quiz/resets/preview',
    { params, query: userId === null ? {} : { userId }, staleTime: 0 },
  );

/** The learners of the course, with what each gets beyond the rules. */
export const quizPeopleQuery = (params: QuizOfCourse, query: { limit: number; offset: number; search: string }) =>
  endpointQuery(['quizzes', 'people', params.lectureId], 'GET /courses/:courseId/lectures/:lectureId/quiz/people', {
    params,
    query,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The answers that wait for a person, the oldest first; a place that shows their number needs one. */
export const toGradeQuery = ({ limit, offset }: { limit: number; offset: number } = { limit: 1, offset: 0 }) =>
  endpointQuery(['quizzes', 'to-grade'], 'GET /teach/grading', {
    query: { limit, offset },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
