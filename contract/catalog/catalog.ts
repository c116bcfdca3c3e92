import { z } from 'zod';
import { del, get, post, success, saying } from '../endpoint.ts';
import { LectureKind } from '../classroom/lecture-kinds.ts';
import { messages } from '../messages.ts';
import { Rating } from '../reviews/rating.ts';
import { RichText } from '../rich-text.ts';
import { inLanguage, LanguageCode } from '../school/languages.ts';
import { Section } from '../classroom/sections.ts';
import { Id, IMAGE_MAX_BYTES, Instant, MediaLink, text } from '../fields.ts';

export const COURSE_LIST_MAX = 1000;

export const Course = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  createdBy: z.string(),
  /** The learning outcomes. */
  outcomes: z.array(z.string()),
  thumbnail: MediaLink,
  numberOfLectures: z.int(),
  totalDurationMs: z.int(),
  createdAt: Instant,
});
export type Course = z.output<typeof Course>;

const RelatedCourse = Course.pick({ _id: true, title: true, createdBy: true, thumbnail: true, numberOfLectures: true });

/** The words of a title in the address of a course, such as `the-shopkeepers-balance-sheet`. */
export const CourseSlug = z.string().regex(/^[\p{L}\p{M}\p{N}-]{1,100}$/u);

/** The text and picture of a course's teacher; empty if there are none. */
const CourseTeacher = z.object({
  headline: z.string(),
  about: RichText,
  picture: MediaLink,
  /** Of their page. */
  slug: CourseSlug,
  /** Published ones of the name, this one included. */
  numberOfCourses: z.int(),
});
export type CourseTeacher = z.output<typeof CourseTeacher>;

/** The public fields of a lecture. */
export const LectureOutline = z.object({
  _id: z.string(),
  kind: LectureKind,
  title: z.string(),
  durationMs: z.int().nullable(),
  isFreePreview: z.boolean(),
  /** Of a free preview; null for others. */
  description: z.string().nullable(),
  publishedAt: Instant,
  /** Null before the first section. */
  sectionId: z.string().nullable(),
});

/** In forms that create something: `true` keeps it from learners until it is published. */
export const isDraft = z.enum(['true', 'false']).optional();

export const CourseFields = z.object({
  title: text(200, messages.courseCreate.incomplete),
  category: text(100, messages.courseCreate.incomplete),
  createdBy: text(100, messages.courseCreate.incomplete),
  /** Markdown. */
  description: text(10_000, messages.courseCreate.incomplete),
  /** One a line. */
  outcomes: z
    .string()
    .trim()
    .max(2000, messages.fields.tooLong)
    .refine((value) => !value.includes('\u0000'), messages.fields.badCharacters)
    .optional(),
  /** In which its authors write: one of the school's. That of the school, or as before, where it is left out. */
  language: LanguageCode.optional(),
});

export const NewCourseFields = CourseFields.extend({ isDraft });

/** The id of a course, or its slug, a former one included. */
const CourseAddressParams = z.object({ courseId: Id.or(CourseSlug) });

export const ofCourse = { params: z.object({ courseId: Id }), notFound: 'course_not_found' } as const;

export const SEARCH_MAX = 200;

/** Courses without lectures are last in every order. */
const CourseSort = z.enum(['newest', 'rated', 'watched', 'shortest', 'longest', 'title']);
export type CourseSort = z.output<typeof CourseSort>;

/** All lectures together: below an hour, up to three hours, or more. */
const CourseLength = z.enum(['short', 'medium', 'long']);
export type CourseLength = z.output<typeof CourseLength>;

/** An empty value of a form stands for none. */
const choice = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), type.optional());

export const CourseFilter = z.object({
  ...inLanguage,
  limit: z.coerce.number().int().min(1).max(COURSE_LIST_MAX).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
  search: choice(z.string().trim().max(SEARCH_MAX)),
  category: choice(z.string().trim().max(100)),
  teacher: choice(z.string().trim().max(100)),
  /** With a lecture that anyone may watch. */
  free: choice(z.literal('true')),
  length: choice(CourseLength),
  /** Only what has the words of the search, not similar ones. */
  exact: choice(z.literal('true')),
  /** Without it, the newest first, or in a search those that match best. */
  sort: choice(CourseSort),
});
export type CourseFilter = z.output<typeof CourseFilter>;

/** Where a text matches a search: [from, to) in UTF-16 code units, ascending. */
const Highlights = z.array(z.tuple([z.int(), z.int()]));

/** At most this many of each kind. */
export const SUGGESTED = { courses: 3, lectures: 3, teachers: 2 } as const;

const Suggestions = {
  courses: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      highlights: Highlights,
      category: z.string(),
      thumbnail: MediaLink,
      numberOfLectures: z.int(),
    }),
  ),
  lectures: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      highlights: Highlights,
      durationMs: z.int().nullable(),
      course: z.object({ _id: z.string(), title: z.string() }),
    }),
  ),
  teachers: z.array(z.object({ name: z.string(), highlights: Highlights, courses: z.int() })),
  /** How many courses the search finds. */
  total: z.int(),
  /** Where nothing is found: a search with similar words that finds something. */
  didYouMean: z.string().nullable(),
};

export const catalog = {
  listCourses: get('/courses', {
    access: 'public',
    summary: 'List courses without their lectures, newest first; optionally by page, search, filters and another order',
    query: CourseFilter,
    response: saying(messages.courses.success, {
      courses: z.array(Course.extend({ slug: CourseSlug.nullable(), rating: Rating.nullable() })),
      total: z.int(),
      /** Of all courses in `total`. */
      totalLectures: z.int(),
      categories: z.array(z.string()),
      teachers: z.array(z.string()),
      /** Of the page of the chosen teacher. */
      teacherSlug: CourseSlug.nullable(),
      /** Where nothing is found: the search with similar words whose courses are listed instead, unless it is exact. */
      didYouMean: z.string().nullable(),
    }),
  }),
  suggest: get('/search', {
    access: 'public',
    summary: 'Suggest courses, lectures and teachers for what is being typed into a search',
    query: z.object({ search: z.string().trim().min(2).max(SEARCH_MAX), ...inLanguage }),
    response: success(Suggestions),
  }),
  aboutCourse: get('/courses/:courseId/about', {
    access: 'public',
    summary: 'Get the public details of a course by its id or its slug, with the titles of its lectures',
    params: CourseAddressParams,
    notFound: 'course_not_found',
    query: z.object(inLanguage),
    response: success({
      course: Course.extend({
        slug: CourseSlug.nullable(),
        rating: Rating.nullable(),
        /** Null where the school has no reviews. */
        numberOfReviews: z.int().nullable(),
        /** The description. */
        about: RichText,
        teacher: CourseTeacher,
        /**
         * The language of texts that are not translated into that of the reader, and whether others are. Null where all are, and for
         * a course in the language of the school that has no translations.
         */
        untranslated: z.object({ language: z.string(), isPartial: z.boolean() }).nullable(),
        /** Its owner added blocks to its page. */
        hasBlocks: z.boolean(),
        /** Some of its lectures open later than others: the list of lectures says when. */
        opensInSteps: z.boolean(),
        /** It has batches: `GET /courses/:courseId/batches` lists those that can be chosen. */
        hasBatches: z.boolean(),
        sections: z.array(Section),
        lectures: z.array(LectureOutline),
        /** Other courses, those that are most like it first. */
        related: z.array(RelatedCourse),
      }),
    }),
  }),
  createCourse: post('/courses', {
    access: 'admin',
    audit: 'course_created',
    summary: 'Create a course; it is published immediately unless it is a draft',
    form: { fields: NewCourseFields, files: { thumbnail: { accept: 'image', maxBytes: IMAGE_MAX_BYTES } } },
    incomplete: messages.courseCreate.incomplete,
    status: 201,
    response: saying(messages.courseCreate.success, { course: Course }),
  }),
  deleteCourse: del('/courses/:courseId', {
    access: 'admin',
    audit: 'course_deleted',
    summary: 'Delete a course; access ends immediately and a job deletes its files',
    ...ofCourse,
    response: saying(messages.courseDelete.success, {}),
  }),
};
