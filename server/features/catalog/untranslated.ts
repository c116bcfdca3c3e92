import type { Db } from '#server/database/database.ts';
import { sectionsOf } from '#server/database/sections.ts';
import type { ReaderTexts } from '#server/database/translations.ts';
import type { Platform } from '#server/platform.ts';
import type { Outline } from './course-columns.ts';
import type { Reader } from './reader.ts';

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
  const written = reader.language === null ? undefined : await findWriting(db, courseId);
  if (!written || written.language === reader.language) return null;
  const shown = [
    [courseId, 'title'],
    [courseId, 'description'],
    ...(course.outcomes.length > 0 ? [[courseId, 'outcomes']] : []),
    ...sectionsOf(outlines).map(({ _id }) => [_id, 'title']),
    ...outlines.map(({ id }) => [id, 'title']),
  ];
  const translated = shown.filter(([thingId = '', field = '']) => texts.has(thingId, field)).length;
  if (translated === shown.length) return null;
  const isOfSchool = written.language === (await settings.languages()).language;
  if (isOfSchool && !written.has_translations) return null;
  return { language: written.language, isPartial: translated > 0 };
};
