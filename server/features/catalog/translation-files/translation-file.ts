import { join } from 'node:path';
import { fileMessages } from '#contract/file-messages.ts';
import { reportOf } from '#contract/file-report.ts';
import { messages } from '#contract/messages.ts';
import { readTextFile } from '#contract/text-file.ts';
import { fail } from '#server/errors.ts';
import { createTextReading } from '#server/processes/text-reading.ts';
import { readTranslationCsv } from './csv-file.ts';
import { ReadTexts } from './file-texts.ts';
import { readPo } from './po-file.ts';

const { tooManyTexts } = messages.translations;
/** Many more than a course has. */
const TEXTS_MAX = 9000;

/** Reads a PO or CSV file. Throws `not_translations`. */
export const readTranslations = (bytes: Uint8Array): ReadTexts => {
  const file = readTextFile(bytes);
  if (!file) throw fail('not_translations', bytes.length > 0 ? { message: fileMessages.unknownEncoding } : {});
  const read = /^msgid\s*"/m.test(file.text) ? readPo(file.text) : readTranslationCsv(file.text);
  if (!read) throw fail('not_translations');
  // An import never removes, so that what is empty says nothing.
  const texts = read.texts.filter(({ text, isUnreadable }) => isUnreadable || text.trim() !== '');
  if (texts.length > TEXTS_MAX) throw fail('not_translations', { message: tooManyTexts });
  return {
    ...read,
    texts,
    repaired: reportOf({ ...read, read: 0, repaired: [...file.repaired, ...read.repaired] }).repaired,
  };
};

/** Throws as `readTranslations` does, and `busy`. */
export const createTranslationReading = () =>
  createTextReading({
    program: join(import.meta.dirname, 'read-translations.ts'),
    read: readTranslations,
    schema: ReadTexts,
    unreadable: 'not_translations',
  });
