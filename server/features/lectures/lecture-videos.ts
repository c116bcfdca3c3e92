import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import { inspectVideo } from '#server/video/inspect.ts';
import { holdCourse, insertLecture, nextPosition, replaceOriginal, videoFile } from './lectures.queries.ts';
import type { MediaFiles } from './media-files.ts';
import { holdVersion, listServed } from './media-files.queries.ts';
import type { Processing } from './processing.ts';
import { insertWork } from './processing.queries.ts';

/** What happens when a video has arrived, whichever way: it is playable at once, and processed when there is time. */
export interface LectureVideos {
  /**
   * Makes the file at `path` a lecture at the end of its course; answers its id. `also` belongs to the same transaction.
   * Throws `course_not_found`, `not_a_video` and `damaged_video`.
   */
  add(lecture: NewLectureVideo, also?: (tx: Tx, lectureId: string) => Promise<void>): Promise<string>;
  /**
   * Gives a lecture the file at `path`. The video before it plays on under the addresses that were given out; captions
   * stay. Throws as `add`, and `lecture_not_found`.
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

/** Files that are about a lecture and not made from its video. */
const isOwn = (name: string): boolean => name.startsWith('sub-');

export const createLectureVideos = (needs: LectureVideosNeeds): LectureVideos => {
  const { database, clock, files, mediaFiles, processing, catalogTopic } = needs;

  const takeIn = async (path: string, lectureId: string) => {
    const { contentType, extension, sizeBytes, durationMs, isPlayable } = await inspectVideo(path);
    const key = `videos/${lectureId}-${newId().slice(0, 8)}.${extension}`;
    const facts = { video_key: key, content_type: contentType, size_bytes: sizeBytes, duration_ms: durationMs ?? null };
    return { key, facts, isPlayable };
  };

  return {
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
        const before = version && (await replaceOriginal(tx, { courseId, lectureId, now }, facts));
        if (version === undefined || before === undefined || before === 0) throw fail('lecture_not_found');
        const served = await listServed(tx, { lectureId, version, now });
        const { name, content_type: contentType } = videoFile(facts);
        const remove = served.map((file) => file.name).filter((other) => other !== name && !isOwn(other));
        await mediaFiles.revise(tx, lectureId, { put: [{ name, key, contentType }], remove });
        await mediaFiles.removeUnused(tx, [before]);
        await insertWork(tx, {
          lecture_id: lectureId,
          state: 'processing',
          is_playable: isPlayable ? 1 : 0,
          is_complete: 0,
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
