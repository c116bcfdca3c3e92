import { z } from 'zod';
import { endpoint, success } from './endpoint.ts';
import { messages } from './messages.ts';
import { Section } from './sections.ts';
import { Id, IMAGE_MAX_BYTES, Instant, MediaLink, text } from './fields.ts';

export const COURSE_LIST_MAX = 1000;

export const Course = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  createdBy: z.string(),
  thumbnail: MediaLink,
  numberOfLectures: z.int(),
  totalDurationMs: z.int(),
  createdAt: Instant,
});
export type Course = z.output<typeof Course>;

/** What anyone may know of a lecture. */
export const LectureOutline = z.object({
  _id: z.string(),
  title: z.string(),
  durationMs: z.int().nullable(),
  isFreePreview: z.boolean(),
  /** Null before the first section. */
  sectionId: z.string().nullable(),
});

/** In forms that create something: `true` keeps it from learners until it is published. */
export const isDraft = z.enum(['true', 'false']).optional();

export const CourseFields = z.object({
  title: text(200, messages.courseCreate.incomplete),
  category: text(100, messages.courseCreate.incomplete),
  createdBy: text(100, messages.courseCreate.incomplete),
  description: text(10_000, messages.courseCreate.incomplete),
});

export const NewCourseFields = CourseFields.extend({ isDraft });

export const CourseParams = z.object({ courseId: Id });

export const CourseFilter = z.object({
  limit: z.coerce.number().int().min(1).max(COURSE_LIST_MAX).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
  search: z.string().trim().max(200).optional(),
  category: z.string().trim().max(100).optional(),
});
export type CourseFilter = z.output<typeof CourseFilter>;

export const catalog = {
  listCourses: endpoint({
    method: 'GET',
    path: '/courses',
    access: 'public',
    summary: 'List courses, newest first; optionally by page, search and category',
    query: CourseFilter,
    response: success({ courses: z.array(Course), total: z.int(), categories: z.array(z.string()) }),
  }),
  aboutCourse: endpoint({
    method: 'GET',
    path: '/courses/:courseId/about',
    access: 'public',
    summary: 'Get the public details of a course, with the titles of its lectures',
    params: CourseParams,
    notFound: 'course_not_found',
    response: success({ course: Course.extend({ sections: z.array(Section), lectures: z.array(LectureOutline) }) }),
  }),
  createCourse: endpoint({
    method: 'POST',
    path: '/courses',
    access: 'admin',
    summary: 'Create a course; it is published immediately unless it is a draft',
    form: { fields: NewCourseFields, files: { thumbnail: { accept: 'image', maxBytes: IMAGE_MAX_BYTES } } },
    incomplete: messages.courseCreate.incomplete,
    status: 201,
    response: success({ course: Course }),
  }),
  deleteCourse: endpoint({
    method: 'DELETE',
    path: '/courses/:courseId',
    access: 'admin',
    summary: 'Delete a course; access ends immediately and a job deletes its files',
    params: CourseParams,
    notFound: 'course_not_found',
    response: success({}),
  }),
};
