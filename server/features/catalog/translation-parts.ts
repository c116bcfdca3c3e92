import type { Tx } from '#server/database/database.ts';
import type { Platform } from '#server/platform.ts';
import { createSchoolTranslations } from './school-translations/school-translations.ts';
import { createTranslationCounts } from './translation-counts.ts';
import { createTranslationDrafts } from './translation-drafts/translation-drafts.ts';
import { createTranslationFiles } from './translation-files/translation-files.ts';
import { createTranslations } from './translations.ts';

/** The texts of courses and of the school in further languages: by people, by files of translators, and by a program. */
export const createTranslationParts = (
  platform: Platform,
  courseChanged: (tx: Tx, courseId: string) => Promise<void>,
) => {
  const texts = createTranslations(platform, courseChanged);
  const ofSchool = createSchoolTranslations(platform);
  return {
    texts,
    ofSchool,
    counts: createTranslationCounts(platform, ofSchool.count),
    files: createTranslationFiles(texts),
    drafts: createTranslationDrafts(platform, texts),
  };
};
