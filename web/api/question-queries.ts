import { keepPreviousData } from '@tanstack/react-query';
import type { QuestionOrder } from '#contract/classroom/questions.ts';
import type { CallOptions } from './call.ts';
import { endpointQuery } from './query.ts';

interface LecturePlace {
  courseId: string;
  lectureId: string;
}

/** The questions about a lecture, with their first answers. */
export const questionsQuery = ({ courseId, lectureId }: LecturePlace, order: QuestionOrder, limit: number) =>
  endpointQuery(['questions', 'list', lectureId], 'GET /courses/:courseId/lectures/:lectureId/questions', {
    params: { courseId, lectureId },
    query: { order, limit },
    placeholderData: keepPreviousData,
  });

/** One question with all its answers. */
export const questionQuery = (questionId: string) =>
  endpointQuery('questions', 'GET /questions/:questionId', { params: { questionId } });

/** The user's own questions in a course, also without access. */
export const ownQuestionsQuery = (courseId: string) =>
  endpointQuery('questions', 'GET /courses/:courseId/questions', { params: { courseId } });

/** What was asked and said before, for the text that is being written. */
export const questionMatchesQuery = ({ courseId, lectureId }: LecturePlace, text: string) =>
  endpointQuery('questions', 'GET /courses/:courseId/lectures/:lectureId/questions/matches', {
    params: { courseId, lectureId },
    query: { text },
    placeholderData: keepPreviousData,
  });

type QueueFilter = NonNullable<CallOptions<'GET /teach/questions'>['query']>;

/** The questions that wait for the staff. */
export const questionQueueQuery = (filter: QueueFilter) =>
  endpointQuery('questions', 'GET /teach/questions', {
    query: filter,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A question to answer. */
export const queuedQuestionQuery = (questionId: string) =>
  endpointQuery('questions', 'GET /teach/questions/:questionId', { params: { questionId }, staleTime: 0 });

/** Where people went back in the lectures that the user teaches. */
export const failedQuestionsQuery = (week: 'this' | 'last') =>
  endpointQuery('failed-questions', 'GET /teach/failed-questions', { query: { week } });

export const rewindsQuery = (week: 'this' | 'last') =>
  endpointQuery('rewinds', 'GET /teach/rewinds', { query: { week } });
