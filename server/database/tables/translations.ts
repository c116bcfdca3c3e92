import { flag, integer, oneOf, table, text, time, type RowOf } from '../table.ts';

/**
 * A text of a course, a section, a lecture or a question, or of the home page, a plan, a page of the site or an announcement, in
 * another language than the original, which stays in its own table.
 */
export const translations = table('translations', {
  key: ['thing_id', 'field', 'language'],
  columns: {
    thing_id: text,
    /** As the API names it, such as `title`. */
    field: text,
    language: text,
    kind: oneOf('course', 'section', 'lecture', 'question', 'home', 'block', 'plan', 'page', 'announcement'),
    /** Null for what belongs to the school. */
    course_id: text.orNull(),
    text,
    /** 0 for a draft that nobody has read. */
    is_by_person: flag,
    /** Of the original when it was translated: another one means that the original changed after. */
    original_digest: text,
    updated_by: text.orNull(),
    updated_at: time,
  },
  person: null,
  archive: {
    file: 'courses/translations.csv',
    title:
      'Texts of courses and of what is in them, of the home page, plans, pages and announcements in further languages.',
  },
});
export type TranslationRow = RowOf<typeof translations>;

/** The last run of the translation command for a course and a language. */
export const translationRuns = table('translation_runs', {
  key: ['course_id', 'language'],
  columns: {
    course_id: text,
    language: text,
    /** Also of its job. */
    run_id: text,
    /** How many were empty when it started. */
    texts: integer,
    written: integer,
    /** Why it ended before its last text. */
    problem: text.orNull(),
    started_at: time,
    ended_at: time.orNull(),
  },
  person: null,
  archive: { leftOut: 'What it wrote is in the translations.' },
});
export type TranslationRunRow = RowOf<typeof translationRuns>;
