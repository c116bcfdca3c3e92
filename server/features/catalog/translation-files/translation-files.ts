import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { placeOf } from '#contract/catalog/translation-messages.ts';
import type { CourseTranslations } from '#contract/catalog/translations.ts';
import { type FileReport, reportOf, type SkippedEntry } from '#contract/file-report.ts';
import { messages } from '#contract/messages.ts';
import { digestOf } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { type Attachment, attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { slugOf } from '../course-slug.ts';
import type { Translations } from '../translations.ts';
import { columns } from './csv-file.ts';
import { writePo } from './po-file.ts';
import type { ReadText, WrittenFile } from './file-texts.ts';
import { createTranslationReading } from './translation-file.ts';

const { leftOut: reasons, otherLanguage, unknown } = messages.translations;

interface Place {
  courseId: string;
  language: string;
}

type Text = CourseTranslations['texts'][string];

/** Header fields have no other letters. */
const fileNameOf = ({ title, language }: WrittenFile, courseId: string): string =>
  `${/^[a-z0-9-]+$/.test(slugOf(title)) ? slugOf(title) : courseId}-${language}`;

const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();

/** Whether a translation stays as it is, or is saved, perhaps as a draft; otherwise why it is left out. */
const decide = ({ text, original, mark, isUnreadable }: ReadText, stored: Text) => {
  if (isUnreadable) return { why: reasons.unreadable };
  const isPersons = stored.state === 'reviewed' || stored.state === 'outdated';
  const isSame = plain(text) === plain(stored.translation);
  if (isSame && (mark !== undefined || stored.state === 'reviewed')) return 'same';
  if (mark === 'draft') return isPersons ? { why: reasons.unsure } : 'draft';
  const isOlder = original !== '' && digestOf(original) !== stored.digest;
  return isOlder && stored.state === 'reviewed' ? { why: reasons.older } : 'reviewed';
};

interface Chosen {
  texts: Record<string, string>;
  seen: Record<string, string>;
  drafts: Set<string>;
  keys: Set<string>;
  /** With those that stay as they are. */
  read: number;
  leftOut: SkippedEntry[];
}

/** What a file changes: an empty translation nothing, because a translator may not have come to it. */
const chooseAmong = (
  read: readonly ReadText[],
  stored: CourseTranslations['texts'],
  problemOf: (key: string, text: string) => string | undefined,
): Chosen => {
  const byKey = new Map(Object.entries(stored));
  const chosen: Chosen = { texts: {}, seen: {}, drafts: new Set(), keys: new Set(), read: 0, leftOut: [] };
  for (const entry of read.filter(({ text, isUnreadable }) => text.trim() !== '' || isUnreadable)) {
    const { line, key, text, original } = entry;
    const found = byKey.get(key);
    const decided = found && (chosen.keys.has(key) ? { why: reasons.again } : decide(entry, found));
    chosen.keys.add(key);
    const why = typeof decided === 'string' ? problemOf(key, text) : (decided?.why ?? unknown);
    if (why !== undefined) chosen.leftOut.push({ line, why });
    else {
      chosen.read += 1;
      if (decided === 'same') continue;
      chosen.texts[key] = text;
      if (original !== '') chosen.seen[key] = digestOf(original);
      if (decided === 'draft') chosen.drafts.add(key);
    }
  }
  return chosen;
};

/** The texts of courses as files for translators. Each throws as `createTranslations` does. */
export const createTranslationFiles = ({ list, write }: Pick<Translations, 'list' | 'write'>) => {
  const readTranslations = createTranslationReading();

  return {
    download: async (
      { courseId, language }: Place,
      format: 'po' | 'csv',
      say: (message: string) => string,
    ): Promise<Attachment> => {
      const { originalLanguage, texts } = await list(courseId, language);
      const written = {
        title: texts['title']?.original ?? '',
        language,
        originalLanguage,
        texts: Object.entries(texts).map(([key, text]) => ({
          ...text,
          key,
          place: say(placeOf(key)),
          original: plain(text.original),
          translation: plain(text.translation),
        })),
      };
      const body = format === 'po' ? Buffer.from(writePo(written)) : csvOf(columns, Readable.from(written.texts));
      return attachment(`${fileNameOf(written, courseId)}.${format}`, body);
    },

    /** One text that cannot be taken does not keep the others from it. Throws `not_translations` and `busy`. */
    importFile: async (
      actor: Actor,
      place: Place,
      file: Pick<ReceivedFile, 'path'>,
    ): Promise<{ saved: number; report: FileReport }> => {
      const read = await readTranslations(await readFile(file.path), actor.id);
      const { texts, repaired, leftOut } = read;
      // It may name a country too, such as `hi_IN`.
      if (read.language !== undefined && read.language !== place.language)
        throw fail('not_translations', { message: otherLanguage });
      const { change } = await write(actor.id, place, (stored, problemOf) => ({
        ...place,
        ...chooseAmong(texts, stored, problemOf),
      }));
      return {
        saved: Object.keys(change.texts).length,
        report: reportOf({ read: change.read, repaired, leftOut: [...leftOut, ...change.leftOut] }),
      };
    },
  };
};
