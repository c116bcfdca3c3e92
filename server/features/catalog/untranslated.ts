import { sectionsOf } from '#server/database/sections.ts';
import { originalLanguageFor, type ReaderTexts } from '#server/database/translations.ts';
import type { Platform } from '#server/platform.ts';
import type { Outline } from './course-columns.ts';
import type { Reader } from './reader.ts';

interface ShownTexts {
  courseId: string;
  texts: ReaderTexts;
  course: { outcomes: readonly string[] };
  outlines: readonly Outline[];
}

/** What the page of a course notes about texts that its reader gets in another language; null where there is nothing to note. */
export const untranslatedIn = async (
  platform: Pick<Platform, 'database' | 'settings'>,
  reader: Reader,
  { courseId, texts, course, outlines }: ShownTexts,
): Promise<{ language: string; isPartial: boolean } | null> => {
  const language = await originalLanguageFor(platform, reader.language, courseId);
  if (language === null) return null;
  const shown = [
    [courseId, 'title'],
    [courseId, 'description'],
    ...(course.outcomes.length > 0 ? [[courseId, 'outcomes']] : []),
    ...sectionsOf(outlines).map(({ _id }) => [_id, 'title']),
    ...outlines.map(({ id }) => [id, 'title']),
  ];
  const translated = shown.filter(([thingId = '', field = '']) => texts.has(thingId, field)).length;
  return translated === shown.length ? null : { language, isPartial: translated > 0 };
};
