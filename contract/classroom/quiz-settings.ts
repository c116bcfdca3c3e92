import { z } from 'zod';
import { Instant, text } from '../fields.ts';
import { messages } from '../messages.ts';

const words = messages.quizzes;

export const QUIZ_QUESTIONS_MAX = 500;
const TAGS_MAX = 20;

/** What questions are about: attempts may draw some of each. */
export const QuizTag = text(40, words.tagMissing);

/** Learners see each right answer at once in practice; in a test, what `shows` says and not before the end. */
export const QuizMode = z.enum(['practice', 'test']);

const QuizScoring = z.enum(['best', 'last', 'first', 'average']);

/**
 * When learners see a part of the result of a submitted test. `once_passed`: or once no attempt is left. `after_window`: once
 * the quiz has closed.
 */
export const ResultVisibility = z.enum(['never', 'at_once', 'once_passed', 'after_window']);
export type ResultVisibility = z.output<typeof ResultVisibility>;

const Shows = z.object({
  score: ResultVisibility.default('at_once'),
  /** Which of their answers were right. */
  marks: ResultVisibility.default('at_once'),
  answers: ResultVisibility.default('once_passed'),
  explanations: ResultVisibility.default('once_passed'),
});

const percent = z.int().min(0).max(100);

export const QuizSettings = z
  .object({
    mode: QuizMode.default('practice'),
    passPercent: percent.default(70),
    /** Null for any number. */
    maxAttempts: z.int().min(1).max(100).nullable().default(null),
    waitMinutes: z.int().min(0).max(10_080).default(0),
    scoring: QuizScoring.default('best'),
    /** Of a test; null for none. */
    timeLimitMinutes: z.int().min(1).max(1440).nullable().default(null),
    /** Attempts begin from then on; null for always. */
    opensAt: Instant.nullable().default(null),
    /** Attempts end then; null for never. */
    closesAt: Instant.nullable().default(null),
    isShuffled: z.boolean().default(false),
    areOptionsShuffled: z.boolean().default(true),
    /** The number of questions, chosen at random for each attempt; null for all. */
    draw: z.int().min(1).max(QUIZ_QUESTIONS_MAX).nullable().default(null),
    /** So many of the questions with each tag, chosen at random; other questions are always asked. In the place of `draw`. */
    drawsByTag: z
      .array(z.object({ tag: QuizTag, count: z.int().min(1).max(QUIZ_QUESTIONS_MAX) }))
      .max(TAGS_MAX)
      .default([]),
    /** The part of its points that a wrong answer takes away. No attempt has fewer than 0 points. */
    penaltyPercent: percent.default(0),
    /** The later lectures of the course stay closed to learners until they have passed. */
    mustPass: z.boolean().default(false),
    /** A test has all its questions on one page; otherwise one at a time. */
    isOnePage: z.boolean().default(false),
    /** Of a test with one question at a time. Otherwise a question is locked once the next one is shown. */
    canGoBack: z.boolean().default(true),
    shows: Shows.prefault({}),
    /** Questions at moments of a video can be left out: the video continues without an answer. */
    canSkip: z.boolean().default(true),
  })
  .superRefine(({ opensAt, closesAt, shows }, context) => {
    const fault = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] });
    if (opensAt !== null && closesAt !== null && Date.parse(opensAt) >= Date.parse(closesAt))
      fault(words.windowOrder, 'closesAt');
    if (closesAt === null && Object.values(shows).includes('after_window')) fault(words.closingMissing, 'closesAt');
  });
export type QuizSettings = z.output<typeof QuizSettings>;
export type NewQuizSettings = z.input<typeof QuizSettings>;
