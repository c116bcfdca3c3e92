import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import { sectionsOf } from '#server/database/sections.ts';
import type { ReaderTexts } from '#server/database/translations.ts';
import type { Platform } from '#server/platform.ts';
import type { Outline } from './course-columns.ts';
import type { Reader } from './reader.ts';

const hasTranslations = (db: Db, courseId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('translations')
      .select('thing_id')
      .where('course_id', '=', courseId)
      .where('is_by_person', '=', 1)
      .limit(1),
  );

interface ShownTexts {
  courseId: string;
  texts: ReaderTexts;
  course: { outcomes: readonly string[] };
  outlines: readonly Outline[];
}

/** What the page of a course notes about texts that its reader gets in another language; null where there is nothing to note. */
export const untranslatedIn = async (
  { database: { db }, settings }: Pick<Platform, 'database' | 'settings'>,
  reader: Reader,
  { courseId, texts, course, outlines }: ShownTexts,
): Promise<{ language: string; isPartial: boolean } | null> => {
  if (reader.language === null) return null;
  const shown = [
    [courseId, 'title'],
    [courseId, 'description'],
    ...(course.outcomes.length > 0 ? [[courseId, 'outcomes']] : []),
    ...sectionsOf(outlines).map(({ _id }) => [_id, 'title']),
    ...outlines.map(({ id }) => [id, 'title']),
  ];
  const translated = shown.filter(([thingId = '', field = '']) => texts.has(thingId, field)).length;
  if (translated === shown.length || !(await hasTranslations(db, courseId))) return null;
  return { language: (await settings.languages()).language, isPartial: translated > 0 };
};
