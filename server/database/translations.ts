import type { Db, Tx } from './database.ts';
import type { TranslationRow } from './tables/translations.ts';

/** A text of a thing in the language of a reader: the translation that a person wrote, otherwise the original. */
export type InLanguage = (thingId: string, field: string, original: string) => string;

const asWritten: InLanguage = (_thingId, _field, original) => original;

interface TextsOf {
  courseIds: readonly string[];
  /** Only those of things of this kind. */
  kind?: TranslationRow['kind'];
}

/**
 * The one way in which a text of a course reaches a reader. `language` is null for that of the school, which the originals
 * have. A text that is outdated is still shown, a draft is not.
 */
export const readInLanguage = async (
  db: Db,
  language: string | null,
  { courseIds, kind }: TextsOf,
): Promise<InLanguage> => {
  if (language === null || courseIds.length === 0) return asWritten;
  const rows = await db
    .selectFrom('translations')
    .select(['thing_id', 'field', 'text'])
    .where('course_id', 'in', courseIds)
    .where('language', '=', language)
    .where('is_by_person', '=', 1)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'course'))
    .execute();
  const texts = new Map(rows.map((row) => [`${row.thing_id} ${row.field}`, row.text]));
  return (thingId, field, original) =>
    original.trim() === '' ? original : (texts.get(`${thingId} ${field}`) ?? original);
};

/** With the things themselves. */
export const deleteTranslations = async (tx: Tx | Db, thingIds: readonly string[]): Promise<void> => {
  if (thingIds.length > 0) await tx.deleteFrom('translations').where('thing_id', 'in', thingIds).execute();
};

/** Of a course and of everything in it. */
export const deleteTranslationsOfCourse = (tx: Tx, courseId: string) =>
  tx.deleteFrom('translations').where('course_id', '=', courseId).execute();
