import { z } from 'zod';
import { ListedCourse, ManagedCourse } from '../catalog/authoring.ts';
import { CourseFields, ofCourse } from '../catalog/catalog.ts';
import { CourseRole } from '../access/course-people.ts';
import { get, post, success, saying } from '../endpoint.ts';
import { IMAGE_MAX_BYTES, Instant, MediaLink, pageOf } from '../fields.ts';
import { messages } from '../messages.ts';
import { Upload } from '../classroom/uploads.ts';

/** A course of a teacher or an assistant; its viewers are its learners. */
export const TaughtCourse = ListedCourse.extend({ role: CourseRole });
export type TaughtCourse = z.output<typeof TaughtCourse>;

/** A person who began a course, by name and progress. */
const Learner = z.object({
  _id: z.string(),
  fullName: z.string(),
  avatar: MediaLink,
  doneLectures: z.int(),
  lectures: z.int(),
  /** Of the lectures, from 0 to 100. */
  percent: z.int(),
  /** The title of the lecture watched last. */
  lastLecture: z.string(),
  watchedAt: Instant,
});

const UnreadyVideo = z.object({
  _id: z.string(),
  title: z.string(),
  course: z.object({ _id: z.string(), title: z.string() }),
  state: z.enum(['processing', 'failed']),
});

export const teaching = {
  overview: get('/teach', {
    access: 'user',
    summary: 'Get the courses that you teach or assist in, with how far their learners are, and your uploads',
    errors: ['forbidden'],
    response: success({
      courses: z.array(TaughtCourse),
      figures: z.object({
        /** People who watched some of these courses. */
        learners: z.int(),
        /** Those of them who did in the last seven days. */
        activeLearners: z.int(),
        watchedMs: z.int(),
        /** People who have done every lecture of one of these courses, once for each. */
        finished: z.int(),
      }),
      /** Lectures of yours whose videos are processed, or could not be. */
      videos: z.array(UnreadyVideo),
      /** Those of yours that are not lectures yet. */
      uploads: z.array(Upload),
      /** Whether you may create courses. */
      mayCreate: z.boolean(),
      /** Whether your courses are published without the approval of the owner. */
      publishesAlone: z.boolean(),
    }),
  }),
  learners: get('/teach/courses/:courseId/learners', {
    access: { course: 'see-figures' },
    summary: 'List the learners of a course by name and progress, those who watched last first',
    ...ofCourse,
    query: z.object({
      /** Only those who are stuck. */
      stuck: z.literal('true').optional(),
      ...pageOf(20),
    }),
    response: success({
      learners: z.array(Learner),
      total: z.int(),
      /** Of all learners of the course. */
      counts: z.object({ all: z.int(), stuck: z.int() }),
    }),
  }),
  createCourse: post('/teach/courses', {
    access: 'user',
    audit: 'course_created',
    summary: 'Create a draft of a course that you teach, if the school lets its teachers do so',
    form: {
      fields: CourseFields.omit({ createdBy: true }),
      files: { thumbnail: { accept: 'image', maxBytes: IMAGE_MAX_BYTES } },
    },
    incomplete: messages.courseCreate.incomplete,
    errors: ['forbidden'],
    status: 201,
    response: saying(messages.courseCreate.success, { course: ManagedCourse }),
  }),
};
