import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { file, get, success } from '../endpoint.ts';
import { Id, Instant, MediaLink, pageOf, searchTerm } from '../fields.ts';

/** A learner who has begun a course and was not seen in it for this long is stuck, until every lecture is done. */
export const STUCK_AFTER_DAYS = 14;

/** An announcement to learners of a state reminds them; another one is due after so many days. */
export const REMINDED_DAYS = 7;

/**
 * not_begun: no lecture was watched, read or marked, and no attempt of a quiz begun; done: every published lecture is;
 * stuck: not seen in the course for so many days; under_way: the others.
 */
export const LearnerState = z.enum(['not_begun', 'under_way', 'stuck', 'done']);
export type LearnerState = z.output<typeof LearnerState>;

const CourseLearner = z.object({
  _id: z.string(),
  fullName: z.string(),
  avatar: MediaLink,
  state: LearnerState,
  doneLectures: z.int(),
  lectures: z.int(),
  /** The title of the lecture that they watched last; null before the first. */
  lastLecture: z.string().nullable(),
  /** In this course. */
  lastSeenAt: Instant.nullable(),
  /** Quizzes of the course that are passed, and all. */
  passedQuizzes: z.int(),
  quizzes: z.int(),
});
export type CourseLearner = z.output<typeof CourseLearner>;

const filter = {
  state: LearnerState.optional(),
  /** Without those who have it through a plan that opens everything. */
  alone: z.literal('true').optional(),
  /** Those who are in this batch. */
  batchId: Id.optional(),
  /** Those who got an announcement to learners of a state of the course lately. */
  reminded: z.literal('true').optional(),
  /** A part of the name. */
  search: searchTerm.default(''),
  sort: z.enum(['name', '-name', 'progress', '-progress', 'seen', '-seen']).default('name'),
};

export const courseLearners = {
  list: get('/courses/:courseId/learners', {
    access: { course: 'see-figures' },
    summary: 'List everyone who has a course by name and progress, also those who have not begun',
    ...ofCourse,
    query: z.object({
      ...filter,
      ...pageOf(20),
    }),
    response: success({
      learners: z.array(CourseLearner),
      total: z.int(),
      /** Of all that `alone` leaves, regardless of the search. */
      counts: z.record(LearnerState, z.int()),
      /** How many of them got an announcement to learners of a state lately. */
      reminded: z.record(LearnerState, z.int()),
      /** How many have it alone, and through everything. */
      have: z.object({ alone: z.int(), all: z.int() }),
    }),
  }),
  exportCsv: get('/courses/:courseId/learners/export', {
    access: { course: 'see-figures' },
    audit: 'data_exported',
    summary: 'Export the learners of a filter as a CSV file, by name and progress',
    ...ofCourse,
    query: z.object(filter),
    produces: 'text/csv',
    response: file,
  }),
  one: get('/courses/:courseId/learners/:userId', {
    access: { course: 'see-figures' },
    summary: 'Get where a learner is in a course, lecture by lecture',
    params: z.object({ courseId: Id, userId: Id }),
    notFound: 'course_not_found',
    errors: ['person_not_found'],
    response: success({
      lectures: z.array(
        z.object({ _id: z.string(), title: z.string(), isDone: z.boolean(), seenAt: Instant.nullable() }),
      ),
      attempts: z.array(
        z.object({
          title: z.string(),
          number: z.int(),
          /** In percent; null while it is open, or waits to be graded. */
          percent: z.int().nullable(),
          isPassed: z.boolean(),
          startedAt: Instant,
        }),
      ),
    }),
  }),
};
