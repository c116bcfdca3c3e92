import { z } from 'zod';

const EXTRA_TIME_MAX = 300;
const EXTRA_ATTEMPTS_MAX = 100;
const EXTRA_MINUTES_MAX = 10_080;

/** What one learner gets beyond the rules of a quiz. */
export const QuizAccommodation = z.object({
  /** Of the time limit: 50 makes an hour to an hour and a half. The closing time is so much later, too. */
  extraTimePercent: z.int().min(0).max(EXTRA_TIME_MAX),
  extraAttempts: z.int().min(0).max(EXTRA_ATTEMPTS_MAX),
  /** Given back after an interruption: the time limit and the closing time are so much later. */
  extraMinutes: z.int().min(0).max(EXTRA_MINUTES_MAX),
});
export type QuizAccommodation = z.output<typeof QuizAccommodation>;

/** A learner who has begun the course. */
export const QuizPerson = QuizAccommodation.extend({
  userId: z.string(),
  fullName: z.string(),
  attempts: z.int(),
  hasPassed: z.boolean(),
});
export type QuizPerson = z.output<typeof QuizPerson>;
