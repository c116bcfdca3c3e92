import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { FileReport } from '#contract/file-report.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import { createTranscripts } from './transcripts.ts';
import type { LecturePlace, LockLecture, Video } from '../video/video.ts';
import { createCaptionReading, type ReadCaptions } from './caption-words.ts';
import { deleteCaptions, findCaptions, listCaptions, putCaptions, writeWords } from './captions.queries.ts';

const MAX_LANGUAGES = 20;

export interface CaptionsPlace extends LecturePlace {
  /** As BCP 47 writes it, in lower case. */
  language: string;
}

export type Captions = ReturnType<typeof createCaptions>;

export interface CaptionsFile {
  language: string;
  label: string;
  path: string;
  sender?: string;
}

export interface PreparedCaptions {
  file: NewFile;
  report: FileReport;
  insert: (tx: Tx, lectureId: string) => Promise<void>;
}

export interface ListedCaptions {
  lectureId: string;
  language: string;
  label: string;
  /** The last part of the address. */
  fileName: string;
}

const ofLanguage = { lane: 'upkeep', payload: z.object({ lectureId: z.string(), language: z.string() }) } as const;
/** For captions that were stored before their words were. */
const readWords = defineJob({ name: 'classroom.caption-words', ...ofLanguage });
/** For captions that were stored before `<` and `&` were escaped: players take the text after them for a tag. */
const readAgain = defineJob({ name: 'classroom.read-captions-again', ...ofLanguage });

/** Whose turn it is when no person sent the captions. */
const SCHOOL = 'school';

const fileNameOf = (language: string): string => `sub-${language}.vtt`;

/**
 * The captions of lectures, one file a language. Each throws `course_not_found` and `lecture_not_found`. `lectureChanged`
 * recomputes the projections of the captions of a lecture.
 */
export const createCaptions = (
  platform: Platform,
  {
    video,
    lockLecture,
    lectureChanged,
  }: { video: Video; lockLecture: LockLecture; lectureChanged: (tx: Tx, lectureId: string) => Promise<void> },
) => {
  const { database, clock, files, jobs, storage } = platform;
  const read = createCaptionReading();

  const store = (
    { webVtt, words, report }: ReadCaptions,
    { language, label }: Pick<CaptionsFile, 'language' | 'label'>,
  ): PreparedCaptions => {
    const key = `captions/${newId()}.vtt`;
    return {
      file: { key, from: Buffer.from(webVtt) },
      report,
      insert: async (tx, lectureId) => {
        await putCaptions(tx, { lecture_id: lectureId, language, label, file_key: key, words, now: clock.now() });
        const file = { name: fileNameOf(language), key, contentType: 'text/vtt; charset=utf-8' };
        await video.revise(tx, lectureId, { put: [file] });
      },
    };
  };

  /** Reads a file of captions: the file to store, and how to insert it for a lecture. Throws as `put` does. */
  const prepare = async ({ path, sender = SCHOOL, ...captions }: CaptionsFile): Promise<PreparedCaptions> =>
    store(await read(await readFile(path), sender), captions);

  /** Stores captions as they would be stored now. Throws when they are replaced meanwhile, so that the job begins again. */
  const restore = async (lectureId: string, language: string): Promise<void> => {
    const captions = await findCaptions(database.db, lectureId, language);
    const bytes = captions && (await readWhole(storage, captions.file_key));
    if (!captions || !bytes) return;
    const found = await read(bytes, SCHOOL);
    const { file, insert } = store(found, { language, label: captions.label });
    if (found.webVtt === bytes.toString('utf8'))
      await database.transaction(async (tx) => {
        await writeWords(tx, captions.file_key, found.words);
        await lectureChanged(tx, lectureId);
      });
    else
      await files.keepWith([file], async (tx) => {
        const current = await findCaptions(tx, lectureId, language);
        if (current?.file_key !== captions.file_key) throw new Error('The captions were replaced meanwhile');
        await insert(tx, lectureId);
        await lectureChanged(tx, lectureId);
      });
  };
  for (const job of [readWords, readAgain]) jobs.handle(job, ({ lectureId, language }) => restore(lectureId, language));

  return {
    prepare,

    /** The sentences of the captions in the first language; none without captions. */
    transcriptOf: createTranscripts(platform),

    /** Adds or replaces. Throws `not_captions`, `damaged_captions` and `too_many_captions`. */
    put: async (place: CaptionsPlace, label: string, { path, sender }: ReceivedFile): Promise<FileReport> => {
      const { lectureId, language } = place;
      const { file, report, insert } = await prepare({ language, label, path, sender });
      await files.keepWith([file], async (tx) => {
        await lockLecture(tx, place, clock.now());
        const known = await listCaptions(tx, [lectureId]);
        const others = known.filter((one) => one.language !== language);
        const before = known.find((one) => one.language === language);
        recordChange({ before: { captions: before?.label }, after: { captions: label } });
        if (others.length >= MAX_LANGUAGES) throw fail('too_many_captions');
        await insert(tx, lectureId);
        await lectureChanged(tx, lectureId);
      });
      return report;
    },

    /** Throws `file_not_found`. */
    remove: (place: CaptionsPlace): Promise<void> =>
      database.transaction(async (tx) => {
        await lockLecture(tx, place, clock.now());
        const { lectureId, language } = place;
        const label = await deleteCaptions(tx, lectureId, language);
        if (label === undefined) throw fail('file_not_found');
        recordChange({ before: { captions: label } });
        await video.revise(tx, lectureId, { remove: [fileNameOf(language)] });
        await lectureChanged(tx, lectureId);
      }),

    list: async (lectureIds: readonly string[]): Promise<ListedCaptions[]> => {
      const rows = await listCaptions(database.db, lectureIds);
      return rows.map(({ lecture_id: lectureId, language, label }) => ({
        lectureId,
        language,
        label,
        fileName: fileNameOf(language),
      }));
    },
  };
};
