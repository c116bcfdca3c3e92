import { keepPreviousData } from '@tanstack/react-query';
import type { QuestionOrder } from '#contract/classroom/questions.ts';
import type { CallOptions } from './call.ts';
import { endpointQuery, queryKeys } from './query-keys.ts';

interface LecturePlace {
  courseId: string;
  lectureId: string;
}

/** The questions about a lecture, with their first answers. */
export const questionsQuery = ({ courseId, lectureId }: LecturePlace, order: QuestionOrder, limit: number) => ({
  ...endpointQuery(
    queryKeys.questionList(lectureId, order, limit),
    'GET /courses/:courseId/lectures/:lectureId/questions',
    { params: { courseId, lectureId }, query: { order, limit } },
  ),
  placeholderData: keepPreviousData,
});

/** One question with all its answers. */
export const questionQuery = (questionId: string) =>
  endpointQuery(queryKeys.question(questionId), 'GET /questions/:questionId', { params: { questionId } });

/** The user's own questions in a course, also without access. */
export const ownQuestionsQuery = (courseId: string) =>
  endpointQuery(queryKeys.ownQuestions(courseId), 'GET /courses/:courseId/questions', { params: { courseId } });

/** What was asked and said before, for the text that is being written. */
export const questionMatchesQuery = ({ courseId, lectureId }: LecturePlace, text: string) => ({
  ...endpointQuery(
    queryKeys.questionMatches(lectureId, text),
    'GET /courses/:courseId/lectures/:lectureId/questions/matches',
    { params: { courseId, lectureId }, query: { text } },
  ),
  placeholderData: keepPreviousData,
});

type QueueFilter = NonNullable<CallOptions<'GET /teach/questions'>['query']>;

/** The questions that wait for the staff. */
export const questionQueueQuery = (filter: QueueFilter) => ({
  ...endpointQuery(queryKeys.questionQueue(filter), 'GET /teach/questions', { query: filter }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

/** A question to answer. */
export const queuedQuestionQuery = (questionId: string) => ({
  ...endpointQuery(queryKeys.queuedQuestion(questionId), 'GET /teach/questions/:questionId', {
    params: { questionId },
  }),
  staleTime: 0,
});

/** Where people went back in the lectures that the user teaches. */
export const failedQuestionsQuery = (week: 'this' | 'last') =>
  endpointQuery(queryKeys.failedQuestions(week), 'GET /teach/failed-questions', { query: { week } });

export const rewindsQuery = (week: 'this' | 'last') =>
  endpointQuery(queryKeys.rewinds(week), 'GET /teach/rewinds', { query: { week } });
