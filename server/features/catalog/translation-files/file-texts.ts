import { z } from 'zod';
import type { CourseTranslations } from '#contract/catalog/translations.ts';
import { FileReport } from '#contract/file-report.ts';

export type TextToWrite = CourseTranslations['texts'][string] & { key: string; place: string };

export interface WrittenFile {
  title: string;
  language: string;
  originalLanguage: string;
  texts: TextToWrite[];
}

export const ReadTexts = FileReport.omit({ read: true }).extend({
  /** Of the translations, where the file says it. */
  language: z.string().optional(),
  texts: z.array(
    z.object({
      line: z.int(),
      key: z.string(),
      /** '' where the file has none. */
      original: z.string(),
      text: z.string(),
      /** What the file says of the translation: that nobody has read it, or that its original changed. */
      mark: z.enum(['draft', 'outdated']).optional(),
      isUnreadable: z.boolean(),
    }),
  ),
});
export type ReadTexts = z.output<typeof ReadTexts>;
export type ReadText = ReadTexts['texts'][number];
