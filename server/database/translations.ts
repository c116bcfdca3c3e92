import { hash } from 'node:crypto';
import type { Course } from '#contract/catalog/catalog.ts';
import { chosenAmong, hasOneLanguage, type LanguageHistory } from '#server/languages.ts';
import type { Db, Tx } from './database.ts';
import type { TranslationRow } from './tables/translations.ts';

/** The texts of some courses, or of plans, pages and announcements, for a reader. */
export interface ReaderTexts {
  language: ReaderLanguage;
  /** A text in the language of the reader: the translation that a person wrote, otherwise the original. */
  of(thingId: string, field: string, original: string): string;
  /** As `of`, but only a translation of exactly these words. */
  exactly(thingId: string, field: string, original: string): string;
  /** Whether the text is translated. */
  has(thingId: string, field: string): boolean;
}

/** For authors. */
export const asWritten: ReaderTexts = {
  language: null,
  of: (_thingId, _field, original) => original,
  exactly: (_thingId, _field, original) => original,
  has: () => false,
};

/** Of the words of an original: forms send other ends of lines than programs do. */
export const digestOf = (text: string): string => {
  const lines = text
    .normalize()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  return hash('sha256', lines.join('\n').trim(), 'base64url').slice(0, 22);
};

/** No id and no address of a page has a colon. */
const OF_HOME = 'home:';
/** The heading of the home page and the text below it. */
export const HERO = `${OF_HOME}hero`;
const OF_BLOCK = `${OF_HOME}block:`;
export const thingOfBlock = (blockId: string): string => OF_BLOCK + blockId;
export const blockIdOf = (thingId: string): string => thingId.slice(OF_BLOCK.length);

/** Null in a school that always had one language: nothing is translated there. */
export type ReaderLanguage = string | null;

/** Whose language it is: that of the address, otherwise that of the profile of the user. */
export interface TextReader {
  language?: string | undefined;
  id?: string;
}

/** The language of a reader, as far as the school has it; otherwise that of the school. */
export const languageOfReader = async (
  db: Db,
  languages: LanguageHistory,
  { language, id }: TextReader,
): Promise<ReaderLanguage> => {
  if (hasOneLanguage(languages)) return null;
  const ofProfile = async () =>
    id === undefined
      ? undefined
      : await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst();
  return chosenAmong(languages, language ?? (await ofProfile())?.language) ?? languages.language;
};

/** Without the bodies of texts, and without questions. */
export const LISTED_FIELDS = ['title', 'description', 'outcomes'];

/** Of these courses, or of these things. */
type TextsOf = ({ courseIds: readonly string[] } | { thingIds: readonly string[] }) & {
  /** Only those of things of this kind. */
  kind?: TranslationRow['kind'] | undefined;
  /** Only these: descriptions are long. */
  fields?: readonly string[];
};

/** The one way in which a translated text reaches a reader. One that is outdated is still shown, a draft is not. */
export const readInLanguage = async (
  db: Db,
  language: ReaderLanguage,
  { kind, fields = [], ...wanted }: TextsOf,
): Promise<ReaderTexts> => {
  const [column, ids] =
    'courseIds' in wanted
      ? (['translations.course_id', wanted.courseIds] as const)
      : (['thing_id', wanted.thingIds] as const);
  if (language === null || ids.length === 0) return { ...asWritten, language };
  const rows = await db
    .selectFrom('translations')
    .leftJoin('courses', 'courses.id', 'translations.course_id')
    .select(['thing_id', 'field', 'text', 'original_digest'])
    .where(column, 'in', ids)
    .where('translations.language', '=', language)
    // What it had before its author said that the originals are in this language.
    .where(({ eb, or }) => or([eb('course_id', 'is', null), eb('courses.language', '!=', language)]))
    .where('is_by_person', '=', 1)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'course'))
    .$if(fields.length > 0, (query) => query.where('field', 'in', fields))
    .execute();
  const texts = new Map(rows.map((row) => [`${row.thing_id} ${row.field}`, row]));
  const find = (thingId: string, field: string) => texts.get(`${thingId} ${field}`);
  return {
    language,
    of: (thingId, field, original) => (original.trim() === '' ? original : (find(thingId, field)?.text ?? original)),
    exactly: (thingId, field, original) => {
      const found = original.trim() === '' ? undefined : find(thingId, field);
      return found?.original_digest === digestOf(original) ? found.text : original;
    },
    has: (thingId, field) => find(thingId, field) !== undefined,
  };
};

interface Places {
  database: { db: Db };
  settings: { languages: () => Promise<LanguageHistory> };
}

/** Of who asks. Null as `ReaderLanguage`. */
export const languageFor = async (
  { database: { db }, settings }: Places,
  reader: TextReader,
): Promise<ReaderLanguage> => languageOfReader(db, await settings.languages(), reader);

/** Courses and lectures, with their titles for a reader. */
export const titledFor = async <Thing extends { _id: string; title: string }>(
  db: Db,
  language: ReaderLanguage,
  things: readonly Thing[],
): Promise<Thing[]> => {
  const texts = await readInLanguage(db, language, { thingIds: things.map(({ _id }) => _id), fields: ['title'] });
  return things.map((thing) => ({ ...thing, title: texts.of(thing._id, 'title', thing.title) }));
};

/** The texts of courses for one request: in the language of the page, or of who is logged in. */
export const textsForReader = async (
  { database: { db }, settings }: Places,
  reader: TextReader,
  wanted: TextsOf,
): Promise<ReaderTexts> => {
  const languages = await settings.languages();
  const language = await languageOfReader(db, languages, reader);
  const texts = await readInLanguage(db, language, wanted);
  return { ...texts, language: texts.language ?? languages.language };
};

const findWriting = (db: Db, courseId: string) =>
  db
    .selectFrom('courses')
    .select((course) => [
      'language',
      course
        .exists(
          course
            .selectFrom('translations')
            .select('thing_id')
            .whereRef('course_id', '=', 'courses.id')
            .where('is_by_person', '=', 1),
        )
        .as('has_translations'),
    ])
    .where('id', '=', courseId)
    .executeTakeFirst();

/**
 * The language of the originals of a course, for who reads one in place of a translation. Null where nothing is noted: in that
 * language, and for a course in the language of the school that has no translations.
 */
export const originalLanguageFor = async (
  { database: { db }, settings }: Places,
  language: ReaderLanguage,
  courseId: string,
): Promise<string | null> => {
  const written = language === null ? undefined : await findWriting(db, courseId);
  if (!written || written.language === language) return null;
  const isOfSchool = written.language === (await settings.languages()).language;
  return isOfSchool && !written.has_translations ? null : written.language;
};

/** One a line, as learning outcomes are stored. */
export const linesOf = (text: string): string[] => text.split(/\s*\n\s*/).filter(Boolean);

/** A course, with its texts for a reader. */
export const courseFor = <C extends Pick<Course, '_id' | 'title' | 'description' | 'outcomes'>>(
  texts: ReaderTexts,
  course: C,
): C => ({
  ...course,
  title: texts.of(course._id, 'title', course.title),
  description: texts.of(course._id, 'description', course.description),
  outcomes: linesOf(texts.of(course._id, 'outcomes', course.outcomes.join('\n'))),
});

/** Sections, with their titles for a reader. */
export const sectionsFor = (texts: ReaderTexts, sections: readonly { _id: string; title: string }[]) =>
  sections.map(({ _id, title }) => ({ _id, title: texts.of(_id, 'title', title) }));

/** With the things themselves. */
export const deleteTranslations = async (tx: Tx, thingIds: readonly string[]): Promise<void> => {
  if (thingIds.length > 0) await tx.deleteFrom('translations').where('thing_id', 'in', thingIds).execute();
};

/** Of lectures and of their questions. */
export const deleteTranslationsOfLectures = async (tx: Tx, lectureIds: readonly string[]): Promise<void> => {
  if (lectureIds.length === 0) return;
  const questions = tx.selectFrom('quiz_questions').select('id').where('lecture_id', 'in', lectureIds);
  await tx
    .deleteFrom('translations')
    .where(({ eb, or }) => or([eb('thing_id', 'in', lectureIds), eb('thing_id', 'in', questions)]))
    .execute();
};

/** Of a course and of everything in it. */
export const deleteTranslationsOfCourse = async (tx: Tx, courseId: string): Promise<void> => {
  await tx.deleteFrom('translations').where('course_id', '=', courseId).execute();
  await tx.deleteFrom('translation_runs').where('course_id', '=', courseId).execute();
};
