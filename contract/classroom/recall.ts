import { z } from 'zod';
import { get, post, put, success } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { AttemptQuestion } from './quiz-fields.ts';
import { inLanguage } from '../school/languages.ts';
import { SubmittedAnswer } from './quiz-questions.ts';

/** The maximum number of questions at a time. */
export const RECALL_MAX = 5;

const Name = z.object({ _id: z.string(), title: z.string() });

const RecallQuestion = z.object({ _id: z.string(), course: Name, lecture: Name, question: AttemptQuestion });
export type RecallQuestion = z.output<typeof RecallQuestion>;

/** Questions that a learner got wrong come back after 1, 3 and 7 days. */
export const recall = {
  due: get('/user/review', {
    access: 'user',
    summary: 'Get up to five questions that you got wrong and that are due again',
    query: z.object(inLanguage),
    response: success({
      /** Whether they come at all. */
      isOn: z.boolean(),
      /** Whether one reminder a day comes while some are due. */
      reminds: z.boolean(),
      questions: z.array(RecallQuestion).max(RECALL_MAX),
    }),
  }),
  answer: post('/user/review/:quizQuestionId', {
    access: 'user',
    summary: 'Answer a question that is due again: it is graded, and comes back later, or tomorrow if it is wrong',
    params: z.object({ quizQuestionId: Id }),
    query: z.object(inLanguage),
    notFound: 'question_not_found',
    body: z.object({ answer: SubmittedAnswer }),
    rateLimit: { perUser: 300 },
    response: success({ question: AttemptQuestion }),
  }),
  choose: put('/user/review', {
    access: 'user',
    summary: 'Choose whether questions come back, and whether a reminder says so',
    body: z.object({ isOn: z.boolean(), reminds: z.boolean() }),
    response: success({ isOn: z.boolean(), reminds: z.boolean() }),
  }),
};
