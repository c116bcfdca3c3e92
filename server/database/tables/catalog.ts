import { WatermarkKind } from '#contract/classroom/watermark.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { CourseRole } from '#contract/access/course-people.ts';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';
import { computed } from './reasons.ts';

/** Row types of courses, lectures, their videos and progress. As in tables.ts. */
export const courses = table('courses', {
  key: ['id'],
  columns: {
    id: text,
    title: text,
    description: text,
    category: text,
    created_by: text,
    /** One per line. */
    outcomes: text.orNull(),
    thumbnail_key: text.orNull(),
    position: integer,
    /** Title, category, instructor and description in lower case, for searching. */
    search_text: text,
    author_id: text.orNull(),
    /** Null for a draft. */
    published_at: time.orNull(),
    deleted_at: time.orNull(),
    /** When its files were deleted, a day after the row. */
    purged_at: time.orNull(),
    /** Since when a teacher waits for it to be published. */
    approval_requested_at: time.orNull(),
    /** When an admin declined to publish it; null when it waits again or is published. */
    declined_at: time.orNull(),
    declined_reason: text.orNull(),
    /** When its sections and lectures open, as the API has it. */
    release_rules: json.generated([]),
    /** Of its title and the other texts, as their authors wrote them. */
    language: text.generated(SOURCE_LANGUAGE),
    created_at: time,
    updated_at: time,
    /** What is drawn over its videos and PDFs while a person watches; null for nothing. */
    watermark: oneOf(WatermarkKind).orNull(),
  },
  person: null,
  archive: {
    file: 'courses/{course}/course.md',
    title: 'A course. The text is its description.',
    body: { column: 'description' },
  },
});
export type CourseRow = RowOf<typeof courses>;

/** The words of a title in an address; former ones redirect. */
export const courseAddresses = table('course_addresses', {
  key: ['slug'],
  columns: {
    slug: text,
    course_id: text,
    is_current: flag,
    created_at: time,
  },
  person: null,
  archive: { file: 'courses/addresses.csv', title: 'Words in the addresses of courses, also earlier ones.' },
});
export type CourseAddressRow = RowOf<typeof courseAddresses>;

export const coursePeople = table('course_people', {
  key: ['course_id', 'user_id'],
  columns: {
    course_id: text,
    user_id: text,
    role: oneOf(CourseRole),
    created_at: time,
    created_by: text.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'teaching',
    exported: ['course_id', 'role', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'courses/people.csv', title: 'Teachers and assistants of courses.' },
});
export type CoursePersonRow = RowOf<typeof coursePeople>;

export const sections = table('sections', {
  key: ['id'],
  columns: {
    id: text,
    course_id: text,
    title: text,
    /** From 1; lectures without a section come first. */
    position: integer,
  },
  person: null,
  archive: { file: 'courses/sections.csv', title: 'Sections of courses.' },
});
export type SectionRow = RowOf<typeof sections>;

/** The text and picture of a teacher, by name. */
export const pageBlocks = table('page_blocks', {
  key: ['page'],
  columns: {
    /** `home`, or the id of a course. */
    page: text,
    version: integer,
    blocks: json,
    updated_at: time,
  },
  person: null,
  archive: { file: 'courses/page-blocks.jsonl', title: 'The blocks of the pages of courses, and of the home page.' },
});
export type PageBlocksRow = RowOf<typeof pageBlocks>;

export const blockPictures = table('block_pictures', {
  key: ['picture_key'],
  columns: {
    /** Stored like a thumbnail, and sent in the same sizes. */
    picture_key: text,
    page: text,
    created_at: time,
  },
  person: null,
  archive: { file: 'courses/page-pictures.csv', title: 'Pictures in these blocks.' },
});
export type BlockPictureRow = RowOf<typeof blockPictures>;

export const teachers = table('teachers', {
  key: ['name'],
  columns: {
    name: text,
    headline: text,
    /** Markdown. */
    about: text,
    /** Stored like a thumbnail, and sent in the same sizes. */
    picture_key: text.orNull(),
    /** Their account. */
    user_id: text.orNull(),
    updated_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'teacher-page',
    exported: ['name', 'headline', 'about', 'updated_at'],
    onDeletion: { set: { user_id: null }, why: 'The page is part of the courses of the school, which removes it.' },
  },
  archive: { file: 'courses/teachers.csv', title: 'What pages say about teachers.' },
});
export type TeacherRow = RowOf<typeof teachers>;

/** A projection: the filter and sort values of published courses. Their search keys are stored per engine. */
export const searchCourseEntries = table('search_course_entries', {
  columns: {
    /** Assigned by the database: shorter than an id in long results. */
    number: integer.generated(),
    course_id: text,
    /** Of the keys. */
    digest: text,
    lecture_count: integer,
    duration_ms: integer,
    has_free_lecture: flag,
    indexed_at: time,
  },
  person: null,
  archive: computed,
});
export type SearchedCourseRow = RowOf<typeof searchCourseEntries>;

export const searchLectureEntries = table('search_lecture_entries', {
  columns: {
    lecture_id: text,
    course_id: text,
    /** Of the keys. */
    digest: text,
  },
  person: null,
  archive: computed,
});
export type SearchedLectureRow = RowOf<typeof searchLectureEntries>;

export const searchSpellings = table('search_spellings', {
  columns: {
    spelling: text,
    word: text,
  },
  person: null,
  archive: computed,
});

/** A published course or lecture that a notice is due about. */
export const publishedNews = table('published_news', {
  key: ['subject_id'],
  columns: {
    subject_id: text,
    course_id: text,
    is_course: flag,
    noted_at: time,
    announced_at: time.orNull(),
  },
  person: null,
  archive: { file: 'courses/news.csv', title: 'Published courses and lectures that notices tell of.' },
});
export type PublishedNewsRow = RowOf<typeof publishedNews>;
