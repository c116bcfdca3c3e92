import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import { inspectVideo } from '#server/video/inspect.ts';
import {
  holdCourse,
  insertLecture,
  isLectureThere,
  nextPosition,
  replaceOriginal,
  videoFile,
} from './lectures.queries.ts';
import { isMadeOfVideo, type MediaFiles } from './media-files.ts';
import { holdVersion, listServed, type MediaFile } from './media-files.queries.ts';
import type { Processing } from './processing.ts';
import { insertWork, isPlayed } from './processing.queries.ts';

/** What happens when a video has arrived, whichever way: it is playable at once, and processed when there is time. */
export interface LectureVideos {
  /** Throws `lecture_not_found`. */
  assertPresent(courseId: string, lectureId: string): Promise<void>;
  /**
   * Makes the file at `path` a lecture at the end of its course; answers its id. `also` belongs to the same transaction.
   * Throws `course_not_found`, `not_a_video` and `damaged_video`.
   */
  add(lecture: NewLectureVideo, also?: (tx: Tx, lectureId: string) => Promise<void>): Promise<string>;
  /**
   * Gives a lecture the file at `path`. The video before it plays on under the addresses that were given out, and for
   * everybody as long as browsers cannot play the new one; captions stay. Throws as `add`, and `lecture_not_found`.
   */
  replace(video: ReplacementVideo, also?: (tx: Tx) => Promise<void>): Promise<void>;
}

export interface NewLectureVideo {
  courseId: string;
  fields: { title: string; description: string };
  isDraft?: boolean;
  path: string;
}

export interface ReplacementVideo {
  courseId: string;
  lectureId: string;
  path: string;
}

export interface LectureVideosNeeds {
  database: Database;
  clock: Clock;
  files: FileKeeper;
  mediaFiles: MediaFiles;
  processing: Pick<Processing, 'queue'>;
  /** The topic that stands for what anyone may see of courses. */
  catalogTopic: string;
}

export const createLectureVideos = (needs: LectureVideosNeeds): LectureVideos => {
  const { database, clock, files, mediaFiles, processing, catalogTopic } = needs;

  const takeIn = async (path: string, lectureId: string) => {
    const { contentType, extension, sizeBytes, durationMs, isPlayable } = await inspectVideo(path);
    const key = `videos/${lectureId}-${newId().slice(0, 8)}.${extension}`;
    const facts = { video_key: key, content_type: contentType, size_bytes: sizeBytes, duration_ms: durationMs ?? null };
    return { key, facts, isPlayable };
  };

  /** From now on the lecture plays this file, under new addresses. */
  const serve = async (tx: Tx, lectureId: string, version: number, file: MediaFile): Promise<void> => {
    const { name, key, content_type: contentType } = file;
    const served = await listServed(tx, { lectureId, version, now: clock.now() });
    const remove = served.map((other) => other.name).filter((other) => other !== name && isMadeOfVideo(other));
    await mediaFiles.revise(tx, lectureId, { put: [{ name, key, contentType }], remove });
  };

  return {
    assertPresent: async (courseId, lectureId) => {
      if (!(await isLectureThere(database.db, courseId, lectureId))) throw fail('lecture_not_found');
    },

    add: async ({ courseId, fields, isDraft = false, path }, also) => {
      const id = newId();
      const { key, facts, isPlayable } = await takeIn(path, id);
      await files.keepWith([{ key, from: path }], async (tx) => {
        const now = clock.now();
        if (!(await holdCourse(tx, courseId, now))) throw fail('course_not_found');
        const position = await nextPosition(tx, courseId);
        const { title, description } = fields;
        const place = { id, course_id: courseId, position, published_at: isDraft ? null : now, now };
        await insertLecture(tx, { ...place, ...facts, title, description, isPlayable });
        await processing.queue(tx, id);
        await also?.(tx, id);
        await database.topics.raise(tx, catalogTopic);
      });
      return id;
    },

    replace: async ({ courseId, lectureId, path }, also) => {
      const { key, facts, isPlayable } = await takeIn(path, lectureId);
      await files.keepWith([{ key, from: path }], async (tx) => {
        const now = clock.now();
        const version = await holdVersion(tx, lectureId, now);
        const playsEarlier = !isPlayable && (await isPlayed(tx, lectureId));
        const { duration_ms: durationMs, ...file } = facts;
        const original = playsEarlier ? file : { ...file, duration_ms: durationMs };
        const before = await replaceOriginal(tx, { courseId, lectureId, now }, original);
        if (version === undefined || before === undefined) throw fail('lecture_not_found');
        if (!playsEarlier) await serve(tx, lectureId, version, videoFile(facts));
        await mediaFiles.removeUnused(tx, [before]);
        await insertWork(tx, {
          lecture_id: lectureId,
          state: 'processing',
          is_playable: isPlayable || playsEarlier ? 1 : 0,
          is_complete: 0,
          plays_earlier: playsEarlier ? 1 : 0,
          job_id: null,
          updated_at: now,
        });
        await processing.queue(tx, lectureId);
        await also?.(tx);
        await database.topics.raise(tx, catalogTopic);
      });
    },
  };
};
