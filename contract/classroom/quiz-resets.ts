import { z } from 'zod';
import { get, post, success, saying } from '../endpoint.ts';
import { Id, Instant, text } from '../fields.ts';
import { messages } from '../messages.ts';

/** What a reset of attempts does, in numbers. What was issued stays. */
export const ResetEffect = z.object({
  people: z.int(),
  attempts: z.int(),
  /** Open ones end with what was saved. */
  open: z.int(),
  /** People who lose a pass. */
  passed: z.int(),
  /** The first of them. */
  names: z.array(z.string()),
});
export type ResetEffect = z.output<typeof ResetEffect>;
export const SHOWN_NAMES_MAX = 200;

export const QuizReset = z.object({
  _id: z.string(),
  at: Instant,
  byName: z.string(),
  /** Null for everyone. */
  fullName: z.string().nullable(),
  reason: z.string(),
  people: z.int(),
  attempts: z.int(),
});
export type QuizReset = z.output<typeof QuizReset>;

const ofQuiz = {
  access: { course: 'edit' },
  params: z.object({ courseId: Id, lectureId: Id }),
  notFound: 'quiz_not_found',
} as const;
const gone = ['course_not_found', 'lecture_not_found'] as const;

export const quizResets = {
  preview: get('/courses/:courseId/lectures/:lectureId/quiz/resets/preview', {
    summary: 'Preview a reset of attempts, of one person or of everyone: how many, and who loses a pass',
    ...ofQuiz,
    query: z.object({ userId: Id.optional() }),
    errors: gone,
    response: success({ effect: ResetEffect }),
  }),
  reset: post('/courses/:courseId/lectures/:lectureId/quiz/resets', {
    audit: 'quiz_changed',
    summary: 'Reset the attempts of one person, or of everyone: they count no more, and stay readable',
    ...ofQuiz,
    body: z.object({
      /** Null for everyone. */
      userId: Id.nullable(),
      reason: text(300, messages.quizzes.reasonMissing),
    }),
    incomplete: messages.quizzes.reasonMissing,
    errors: [...gone, 'attempt_not_found'],
    response: saying(messages.quizzes.reset, { reset: QuizReset }),
  }),
};
