import { z } from 'zod';
import { AnnouncementText } from '../announcements/announcements.ts';
import { PlanBody } from '../billing/plans.ts';
import { LectureFields } from '../classroom/lecture-fields.ts';
import { kindContent } from '../classroom/lecture-kinds.ts';
import { questionTexts } from '../classroom/quiz-questions.ts';
import { sectionTitle } from '../classroom/sections.ts';
import { file, get, post, put, saying, success } from '../endpoint.ts';
import { isWithoutNul, MIB, pageOf, searchTerm } from '../fields.ts';
import { FileReport } from '../file-report.ts';
import { messages } from '../messages.ts';
import { LanguageCode } from '../school/languages.ts';
import { SchoolChange } from '../school/settings.ts';
import { SitePageText } from '../school/site-pages.ts';
import { CourseFields, ofCourse } from './catalog.ts';
import { blockTexts } from './page-blocks.ts';
import { TEXTS_AT_ONCE } from './translation-messages.ts';

const { incomplete, tooMany, saved, imported, drafting } = messages.translations;

/** The longest original, a text lecture. */
const TEXT_MAX = 30_000;
/** A thousand long texts in three bytes a letter, with their originals. */
const TRANSLATIONS_FILE_MAX_BYTES = 10 * MIB;

/**
 * The texts that have translations, with the rules of their originals. In the API a text of a course has the key
 * `title`, `description` or `outcomes` for the course, `sections.<id>.title`, `lectures.<id>.title`, `.description` and `.text`, and
 * `questions.<id>.text`, `.explanation`, `.options.<option>` and so on; of the school `home.hero.tagline` and `.text`,
 * `blocks.<id>.title` and so on for those of the home page, `pages.<slug>.title` and `.body`, `plans.<id>.name`, `announcements.<id>.title` and `.body`. Keys stay when things are moved or renamed.
 */
export const translatedTexts = {
  course: {
    title: CourseFields.shape.title,
    description: CourseFields.shape.description,
    outcomes: CourseFields.shape.outcomes.unwrap(),
  },
  section: { title: sectionTitle },
  lecture: { title: LectureFields.shape.title, description: LectureFields.shape.description, text: kindContent.text },
  question: questionTexts,
  home: { tagline: SchoolChange.shape.tagline, text: SchoolChange.shape.heroText },
  block: blockTexts,
  page: SitePageText.shape,
  plan: { name: PlanBody.shape.name },
  announcement: AnnouncementText.shape,
} as const;
export type TranslatedKind = keyof typeof translatedTexts;

/**
 * `draft`: nobody has read it, and learners do not see it. `outdated`: the original changed after; learners still see it, but not in
 * questions, whose answers belong to their words.
 */
export const TranslationState = z.enum(['empty', 'draft', 'reviewed', 'outdated']);
export type TranslationState = z.output<typeof TranslationState>;

const TranslatedText = z.object({
  original: z.string(),
  /** Of the original, for `seen`. */
  digest: z.string(),
  /** '' while there is none. */
  translation: z.string(),
  state: TranslationState,
});

const CourseTranslations = z.object({
  language: z.string(),
  /** The language of the originals. */
  originalLanguage: z.string(),
  /** By key, in the order of the course. What the original does not say is left out. */
  texts: z.record(z.string(), TranslatedText),
});
export type CourseTranslations = z.output<typeof CourseTranslations>;

export const LanguageCounts = z.object({
  language: z.string(),
  empty: z.int(),
  draft: z.int(),
  outdated: z.int(),
  reviewed: z.int(),
});

const SchoolTranslations = z.object({
  language: z.string(),
  /** Of what is written in another language: the home page, pages, then plans, then announcements, the latest first. */
  texts: z.record(z.string(), TranslatedText.extend({ originalLanguage: z.string() })),
});
export type SchoolTranslations = z.output<typeof SchoolTranslations>;

const Drafts = z.object({
  /** False where the owner has not set `TRANSLATE_CMD`. */
  isAvailable: z.boolean(),
  /** The last; null before the first. */
  run: z
    .object({
      texts: z.int(),
      written: z.int(),
      isRunning: z.boolean(),
      /** A sentence about why it ended before its last text. */
      problem: z.string().nullable(),
    })
    .nullable(),
});

const SavedTexts = z.object({
  texts: z
    .record(
      z.string().max(100),
      z.string().max(TEXT_MAX, messages.fields.tooLong).refine(isWithoutNul, messages.fields.badCharacters),
    )
    .refine((texts) => Object.keys(texts).length <= TEXTS_AT_ONCE, tooMany),
  /** The digests of the originals that were translated; those of now where they are left out. */
  seen: z
    .record(z.string().max(100), z.string().max(50))
    .refine((digests) => Object.keys(digests).length <= TEXTS_AT_ONCE, tooMany)
    .optional(),
});

/** Of the school, for its admins. */
const ofSchool = { params: z.object({ language: LanguageCode }), access: 'admin' } as const;

const ofLanguage = {
  params: ofCourse.params.extend({ language: LanguageCode }),
  notFound: 'course_not_found',
  access: { course: 'edit' },
} as const;

export const translations = {
  list: get('/courses/:courseId/translations/:language', {
    ...ofLanguage,
    summary: 'Get the texts of a course with their translations into one of the further languages of the school',
    errors: ['validation_failed'],
    response: success(CourseTranslations.shape),
  }),
  count: get('/courses/:courseId/translations', {
    ...ofCourse,
    access: { course: 'edit' },
    summary: 'Count the texts of a course by the state of their translation, for each further language',
    response: success({ languages: z.array(LanguageCounts) }),
  }),
  listCounts: get('/admin/translations', {
    access: 'admin',
    summary: 'List courses by title, a page at a time, with how many of their texts are translated into which language',
    query: z.object({ search: searchTerm.default(''), ...pageOf(20) }),
    response: success({
      courses: z.array(
        z.object({
          _id: z.string(),
          title: z.string(),
          /** Of the originals. */
          language: z.string(),
          languages: z.array(LanguageCounts),
        }),
      ),
      total: z.int(),
      /** The same of pages, plans and announcements. */
      school: z.array(LanguageCounts),
    }),
  }),
  listOfSchool: get('/admin/translations/:language', {
    ...ofSchool,
    summary:
      'Get the texts of the home page, pages, plans and announcements with their translations into a language of the school',
    errors: ['validation_failed'],
    response: success(SchoolTranslations.shape),
  }),
  saveOfSchool: put('/admin/translations/:language', {
    ...ofSchool,
    audit: 'texts_translated',
    summary:
      'Translate texts of the home page, pages, plans and announcements: those that are named, and an empty one removes its translation',
    bodyMaxBytes: 4 * MIB,
    body: SavedTexts,
    incomplete,
    response: saying(saved, SchoolTranslations.shape),
  }),
  setOriginals: put('/admin/translations/:language/originals', {
    ...ofSchool,
    audit: 'texts_translated',
    summary:
      'Say that pages, plans or announcements are written in this language; their translations into it are removed',
    body: z.object({
      /** Such as `plans.<id>`. */
      things: z.array(z.string().max(100)).min(1).max(TEXTS_AT_ONCE),
    }),
    incomplete,
    response: saying(saved, SchoolTranslations.shape),
  }),
  save: put('/courses/:courseId/translations/:language', {
    ...ofLanguage,
    audit: 'course_changed',
    summary: 'Translate texts of a course: those that are named, and an empty one removes its translation',
    bodyMaxBytes: 4 * MIB,
    body: SavedTexts,
    incomplete,
    response: saying(saved, CourseTranslations.shape),
  }),
  drafts: get('/courses/:courseId/translations/:language/drafts', {
    ...ofLanguage,
    summary: 'Get whether this school has a program that drafts translations, and how far its last run came',
    errors: ['validation_failed'],
    response: success(Drafts.shape),
  }),
  startDrafts: post('/courses/:courseId/translations/:language/drafts', {
    ...ofLanguage,
    audit: 'course_changed',
    summary: 'Draft the texts that have no translation, by the program of the owner; a job does it',
    errors: ['validation_failed', 'no_translation_command'],
    response: saying(drafting, Drafts.shape),
  }),
  download: get('/courses/:courseId/translations/:language/file', {
    ...ofLanguage,
    audit: 'data_exported',
    summary: 'Get the texts of a course with their translations as a file for a translator',
    query: z.object({ format: z.enum(['po', 'csv']).default('po') }),
    errors: ['validation_failed'],
    produces: 'application/octet-stream',
    response: file,
  }),
  import: post('/courses/:courseId/translations/:language/import', {
    ...ofLanguage,
    audit: 'course_changed',
    summary: 'Save the translations of a file, PO or CSV, as it was downloaded for a translator',
    form: { fields: z.object({}), files: { file: { accept: 'any', maxBytes: TRANSLATIONS_FILE_MAX_BYTES } } },
    errors: ['not_translations'],
    incomplete: messages.request.missingFile,
    /** `saved`: how many translations changed. */
    response: saying(imported, { saved: z.int(), report: FileReport }),
  }),
};
