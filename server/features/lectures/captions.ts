import { readFile } from 'node:fs/promises';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import { toWebVtt } from './caption-file.ts';
import { deleteCaptions, listCaptions, putCaptions } from './captions.queries.ts';
import { holdCourse, isLectureThere } from './lectures.queries.ts';
import type { MediaFiles } from './media-files.ts';

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
}

export interface CaptionsNeeds {
  database: Database;
  clock: Clock;
  files: FileKeeper;
  mediaFiles: MediaFiles;
}

/** The file part of an address. */
export const captionsName = (language: string): string => `sub-${language}.vtt`;

export const createCaptions = ({ database, clock, files, mediaFiles }: CaptionsNeeds): Captions => {
  const holdLecture = async (tx: Tx, { courseId, lectureId }: CaptionsPlace): Promise<void> => {
    if (!(await holdCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
    if (!(await isLectureThere(tx, courseId, lectureId))) throw fail('lecture_not_found');
  };

  return {
    put: async (place, label, { path }) => {
      const { lectureId, language } = place;
      const from = Buffer.from(toWebVtt(await readFile(path)));
      const key = `captions/${newId()}.vtt`;
      await files.keepWith([{ key, from }], async (tx) => {
        await holdLecture(tx, place);
        const others = (await listCaptions(tx, [lectureId])).filter((one) => one.language !== language);
        if (others.length >= MAX_LANGUAGES) throw fail('too_many_captions');
        await putCaptions(tx, { lecture_id: lectureId, language, label, file_key: key, now: clock.now() });
        const file = { name: captionsName(language), key, contentType: 'text/vtt; charset=utf-8' };
        await mediaFiles.revise(tx, lectureId, { put: [file] });
      });
    },

    remove: (place) =>
      database.transaction(async (tx) => {
        await holdLecture(tx, place);
        const { lectureId, language } = place;
        if (!(await deleteCaptions(tx, lectureId, language))) throw fail('file_not_found');
        await mediaFiles.revise(tx, lectureId, { remove: [captionsName(language)] });
      }),
  };
};
