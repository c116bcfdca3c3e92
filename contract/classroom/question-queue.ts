import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Id, Instant, pageOf, searchTerm } from '../fields.ts';
import { CaptionMatch, MatchingQuestion, Question, Standing } from './questions.ts';

/** `review` has what waits for the staff: texts that are held or were reported. */
export const QueueState = z.enum(['waiting', 'review', 'answered']);
export type QueueState = z.output<typeof QueueState>;

/** One entry of the queue. What else waits for a teacher, such as answers to grade, is another kind. */
const QueueEntry = z.object({
  kind: z.literal('question'),
  _id: z.string(),
  author: z.string(),
  excerpt: z.string(),
  course: z.object({ _id: z.string(), title: z.string() }),
  lecture: z.object({ _id: z.string(), title: z.string() }),
  atMs: z.int().nullable(),
  createdAt: Instant,
  standing: Standing,
  isPrivate: z.boolean(),
});
export type QueueEntry = z.output<typeof QueueEntry>;

const Said = z.object({ startMs: z.int(), text: z.string(), isThere: z.boolean() });

/** A question as those who answer it see it. */
const QueuedQuestion = z.object({
  question: Question,
  /** Null for a deleted account. */
  askerId: z.string().nullable(),
  course: z.object({ _id: z.string(), title: z.string() }),
  /** `poster` and `storyboard` are addresses for the image at the moment, as those of a lecture. */
  lecture: z.object({
    _id: z.string(),
    title: z.string(),
    number: z.int(),
    poster: z.string().nullable(),
    storyboard: z.string().nullable(),
  }),
  /** How much of the lecture the asker has watched, from 0 to 100. */
  watchedPercent: z.int(),
  /** What is said around the moment; empty without captions. */
  said: z.array(Said),
  /** Answered before: moments of the video, and earlier questions. */
  moments: z.array(CaptionMatch),
  questions: z.array(MatchingQuestion),
  /** Earlier texts of the question and its answers, the newest first. */
  revisions: z.array(z.object({ text: z.string(), replacedAt: Instant })),
  /** Reports that nobody has looked at, of the question and its answers. */
  reports: z.int(),
});
export type QueuedQuestion = z.output<typeof QueuedQuestion>;

export const questionQueue = {
  list: get('/teach/questions', {
    access: 'user',
    summary: 'List the questions of the courses that you answer in: those that wait the oldest first',
    query: z.object({
      state: QueueState.default('waiting'),
      /** In the question. */
      search: searchTerm.optional(),
      courseId: Id.optional(),
      ...pageOf(50),
    }),
    errors: ['forbidden', 'questions_off'],
    response: success({
      entries: z.array(QueueEntry),
      total: z.int(),
      /** Of the search, in each state. */
      counts: z.object({ waiting: z.int(), review: z.int(), answered: z.int() }),
      /** The median time to an answer in these courses; null before the first. */
      medianMs: z.int().nullable(),
      /** When the question was asked that waits the longest. */
      oldestAt: Instant.nullable(),
    }),
  }),
  read: get('/teach/questions/:questionId', {
    access: { course: 'answer' },
    summary: 'Get a question to answer: what was said there, and what was answered before',
    params: z.object({ questionId: Id }),
    notFound: 'question_not_found',
    errors: ['questions_off'],
    response: success({ queued: QueuedQuestion }),
  }),
};
