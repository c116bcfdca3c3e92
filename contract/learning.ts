import { z } from 'zod';
import { get, success } from './endpoint.ts';
import { Instant } from './fields.ts';
import { LectureProgress } from './progress.ts';

const CourseName = {
  _id: z.string(),
  title: z.string(),
  createdBy: z.string(),
  thumbnail: z.string().nullable(),
};

/** A course that the learner has begun. */
const BegunCourse = z.object({
  ...CourseName,
  lectures: z.int(),
  doneLectures: z.int(),
  /** Of the lectures, from 0 to 100. */
  percent: z.int(),
  /** The length of the unfinished lectures, less the watched parts. */
  leftMs: z.int(),
  watchedAt: Instant,
});
export type BegunCourse = z.output<typeof BegunCourse>;

const LectureName = z.object({ _id: z.string(), title: z.string(), durationMs: z.int().nullable() });

const ContinueLearning = z.object({
  course: BegunCourse,
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
    summary: 'Get where to continue, begun and finished courses, and new lectures since the previous visit',
    response: success({
      /** The course watched last that is not finished. */
      continue: ContinueLearning.nullable(),
      /** The others that are not finished, the one watched last first. */
      started: z.array(BegunCourse),
      finished: z.array(BegunCourse),
      /** Empty at the first visit. */
      news: z.array(NewInCourse),
      /** When the visit before this one ended. */
      lastVisitAt: Instant.nullable(),
    }),
  }),
};
