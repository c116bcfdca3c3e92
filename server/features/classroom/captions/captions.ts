import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import { wordsOf } from '#server/search/words.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import type { Video } from '../video/video.ts';
import { textOfWebVtt, toWebVtt } from './caption-file.ts';
import { deleteCaptions, findUnread, listCaptions, putCaptions, writeWords } from './captions.queries.ts';

const MAX_LANGUAGES = 20;

export interface CaptionsPlace {
  courseId: string;
  lectureId: string;
  /** As BCP 47 writes it, in lower case. */
  language: string;
}

/** The captions of lectures, one file a language. Each throws `course_not_found` and `lecture_not_found`. */
export interface Captions {
  /** Adds or replaces. Throws `not_captions`, `damaged_captions` and `too_many_captions`. */
  put(place: CaptionsPlace, label: string, file: ReceivedFile): Promise<void>;
  /** Throws `file_not_found`. */
  remove(place: CaptionsPlace): Promise<void>;
  list(lectureIds: readonly string[]): Promise<ListedCaptions[]>;
  /** Reads a file of captions: the file to store, and how to insert it for a lecture. Throws as `put` does. */
  prepare(captions: { language: string; label: string; path: string }): Promise<PreparedCaptions>;
}

export interface PreparedCaptions {
  file: NewFile;
  insert: (tx: Tx, lectureId: string) => Promise<void>;
}

export interface ListedCaptions {
  lectureId: string;
  language: string;
  label: string;
  /** The last part of the address. */
  fileName: string;
}

export interface CaptionsNeeds {
  video: Video;
  /** Locks a lecture and its course. Throws `course_not_found` and `lecture_not_found`. */
  lockLecture: (tx: Tx, place: { courseId: string; lectureId: string }, now: number) => Promise<void>;
  /** Recomputes the projections of the captions of a lecture. */
  lectureChanged: (tx: Tx, lectureId: string) => Promise<void>;
}

/** For captions that were stored before their words were. */
const readWords = defineJob({
  name: 'classroom.caption-words',
  lane: 'upkeep',
  payload: z.object({ lectureId: z.string(), language: z.string() }),
});

const wordsIn = (captions: string): string => wordsOf(textOfWebVtt(captions)).join(' ');

const fileNameOf = (language: string): string => `sub-${language}.vtt`;

export const createCaptions = (platform: Platform, { video, lockLecture, lectureChanged }: CaptionsNeeds): Captions => {
  const { database, clock, files, jobs, storage } = platform;

  jobs.handle(readWords, async ({ lectureId, language }) => {
    const captions = await findUnread(database.db, lectureId, language);
    const text = captions && (await readWhole(storage, captions.file_key))?.toString('utf8');
    if (!captions || text === undefined) return;
    await database.transaction(async (tx) => {
      await writeWords(tx, captions.file_key, wordsIn(text));
      await lectureChanged(tx, lectureId);
    });
  });

  const prepare: Captions['prepare'] = async ({ language, label, path }) => {
    const text = toWebVtt(await readFile(path));
    const key = `captions/${newId()}.vtt`;
    return {
      file: { key, from: Buffer.from(text) },
      insert: async (tx, lectureId) => {
        const words = wordsIn(text);
        await putCaptions(tx, { lecture_id: lectureId, language, label, file_key: key, words, now: clock.now() });
        const file = { name: fileNameOf(language), key, contentType: 'text/vtt; charset=utf-8' };
        await video.revise(tx, lectureId, { put: [file] });
      },
    };
  };

  return {
    prepare,

    put: async (place, label, { path }) => {
      const { lectureId, language } = place;
      const { file, insert } = await prepare({ language, label, path });
      await files.keepWith([file], async (tx) => {
        await lockLecture(tx, place, clock.now());
        const others = (await listCaptions(tx, [lectureId])).filter((one) => one.language !== language);
        if (others.length >= MAX_LANGUAGES) throw fail('too_many_captions');
        await insert(tx, lectureId);
        await lectureChanged(tx, lectureId);
      });
    },

    remove: (place) =>
      database.transaction(async (tx) => {
        await lockLecture(tx, place, clock.now());
        const { lectureId, language } = place;
        if (!(await deleteCaptions(tx, lectureId, language))) throw fail('file_not_found');
        await video.revise(tx, lectureId, { remove: [fileNameOf(language)] });
        await lectureChanged(tx, lectureId);
      }),

    list: async (lectureIds) => {
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
