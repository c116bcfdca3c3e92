import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Instant } from '../fields.ts';
import { inLanguage } from '../school/languages.ts';
import { LectureProgress } from './progress.ts';

const CourseName = {
  _id: z.string(),
  title: z.string(),
  createdBy: z.string(),
  thumbnail: z.string().nullable(),
};

/** A course that the learner has, or has begun. */
const LearnedCourse = z.object({
  ...CourseName,
  lectures: z.int(),
  doneLectures: z.int(),
  /** Of the lectures, from 0 to 100. */
  percent: z.int(),
  /** The length of the unfinished lectures, less the watched parts. */
  leftMs: z.int(),
  /** Null before the first lecture. */
  watchedAt: Instant.nullable(),
});
export type LearnedCourse = z.output<typeof LearnedCourse>;

const EndedCourse = LearnedCourse.extend({
  /** Null when there is no day: a bank disputes the payment. */
  endedAt: Instant.nullable(),
  /** Why it is closed. */
  end: z.enum(['ended', 'refunded', 'disputed']),
  /** What gave access last: a right to everything, or to this course. */
  scope: z.enum(['everything', 'course']),
  /** Whether it is still in the catalogue. */
  isShown: z.boolean(),
  /** How many notes the learner has about it. */
  notes: z.int(),
});
export type EndedCourse = z.output<typeof EndedCourse>;

const LectureName = z.object({ _id: z.string(), title: z.string(), durationMs: z.int().nullable() });

const ContinueLearning = z.object({
  course: LearnedCourse,
  lecture: LectureName.extend({
    /** Its place among the lectures of the course, from 1. */
    number: z.int(),
    progress: LectureProgress,
  }),
  /** The title of the lecture after it. */
  nextTitle: z.string().nullable(),
});

const NewInCourse = z.object({
  course: z.object(CourseName),
  isNewCourse: z.boolean(),
  newLectures: z.int(),
  /** Of the new lectures. */
  durationMs: z.int(),
  first: LectureName,
});
export type NewInCourse = z.output<typeof NewInCourse>;

export const NEW_COURSES_MAX = 6;

export const learning = {
  overview: get('/learning', {
    access: 'user',
    query: z.object(inLanguage),
    summary: 'Get where to continue, begun and finished courses, and new lectures since the previous visit',
    response: success({
      /** The course watched last that is not finished, or one to begin with. */
      continue: ContinueLearning.nullable(),
      /** The others that are not finished, the one watched last first. */
      started: z.array(LearnedCourse),
      /** Single courses that were bought and not begun. */
      notStarted: z.array(LearnedCourse),
      finished: z.array(LearnedCourse),
      /** Those that may not be watched any more. */
      ended: z.array(EndedCourse),
      /** Empty at the first visit. */
      news: z.array(NewInCourse),
      /** When the visit before this one ended. */
      lastVisitAt: Instant.nullable(),
    }),
  }),
};
