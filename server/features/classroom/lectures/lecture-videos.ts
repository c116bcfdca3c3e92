import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { openDiskFile } from '#server/storage/disk.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';
import type { Captions, CaptionsFile } from '../captions/captions.ts';
import type { LecturePlace, StoredVideo, Video } from '../video/video.ts';
import type { CourseCatalog } from './course-catalog.ts';
import { findSection, keepSectionsTogether } from './outline.queries.ts';
import { insertLecture, isLecturePresent, lockCourse, nextPosition } from './lectures.queries.ts';

export type LectureVideos = ReturnType<typeof createLectureVideos>;

export interface NewLectureVideo {
  courseId: string;
  title: string;
  description: string;
  isDraft: boolean;
  /** Where it is added; one that is no longer there is as undefined. */
  sectionId?: string | undefined;
  /** Finds the lecture that it is added before; without one it is the last of its section. */
  findNext?: ((tx: Tx) => Promise<string | undefined>) | undefined;
  upload: CompleteUpload;
}

export interface LectureFiles {
  courseId: string;
  title: string;
  description: string;
  position: number;
  /** Whether anyone may watch it; undefined for the default of the school. */
  isFree?: boolean | undefined;
  /** Paths of files. */
  video: string;
  poster: string;
  captions?: CaptionsFile | undefined;
}

/** Lectures made of video files, however they arrived. Each throws `course_not_found`, `not_a_video` and `damaged_video`. */
export const createLectureVideos = (
  { settings, database, clock, files }: Platform,
  { catalog, video, captions }: { captions: Pick<Captions, 'prepare'>; catalog: CourseCatalog; video: Video },
) => {
  interface StoredLecture extends Omit<LectureFiles, 'video' | 'poster' | 'captions'> {
    id: string;
    isDraft: boolean;
    sectionId: string | null;
    video: StoredVideo;
    posterKey?: string;
  }

  const insert = async (
    tx: Tx,
    { courseId, sectionId, isDraft, isFree, video: stored, posterKey, ...texts }: StoredLecture,
  ) => {
    const now = clock.now();
    const isFreePreview = isFree ?? (await settings.limits(tx)).isFreePreview;
    await insertLecture(tx, {
      ...texts,
      course_id: courseId,
      section_id: sectionId,
      video_key: stored.key,
      content_type: stored.contentType,
      size_bytes: stored.sizeBytes,
      duration_ms: stored.durationMs,
      is_free_preview: isFreePreview ? 1 : 0,
      published_at: isDraft ? null : now,
      now,
    });
    await video.add(tx, texts.id, stored, posterKey);
    return now;
  };

  return {
    /** Reads the files of a published lecture that is added together with others: the files to store, and how to insert it. */
    prepare: async ({
      video: videoPath,
      poster: posterPath,
      captions: captionsFile,
      ...place
    }: LectureFiles): Promise<{ files: NewFile[]; insert: (tx: Tx) => Promise<void> }> => {
      const id = newId();
      const stored = await video.inspect(() => openDiskFile(videoPath), id);
      const posterKey = `posters/${id}${extname(posterPath)}`;
      const sources = [
        { key: stored.key, from: await readFile(videoPath) },
        { key: posterKey, from: await readFile(posterPath) },
      ];
      const prepared = captionsFile && (await captions.prepare(captionsFile));
      return {
        files: prepared ? [...sources, prepared.file] : sources,
        insert: async (tx) => {
          await insert(tx, { ...place, id, isDraft: false, sectionId: null, video: stored, posterKey });
          await prepared?.insert(tx, id);
        },
      };
    },

    /** Makes an uploaded file a lecture at the end of a section or of its course; returns its id. `also` joins the transaction. */
    add: async (
      { courseId, title, description, isDraft, sectionId: wanted, findNext, upload }: NewLectureVideo,
      also?: (tx: Tx, lectureId: string) => Promise<void>,
    ): Promise<string> => {
      const id = newId();
      const stored = await video.inspect(upload.open, id);
      await files.keepWith([{ key: stored.key, from: upload }], async (tx) => {
        if (!(await lockCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
        const position = await nextPosition(tx, courseId);
        const sectionId = await findSection(tx, courseId, wanted);
        const now = await insert(tx, { id, courseId, sectionId, title, description, position, isDraft, video: stored });
        const nextId = await findNext?.(tx);
        await keepSectionsTogether(tx, courseId, nextId === undefined ? undefined : { id, nextId });
        await also?.(tx, id);
        await catalog.noteNews(tx, courseId, now);
        await catalog.changed(tx, courseId);
      });
      return id;
    },

    /** Gives a lecture an uploaded file. `also` joins the transaction. Throws `lecture_not_found`. */
    replace: async (place: LecturePlace, upload: CompleteUpload, also?: (tx: Tx) => Promise<void>): Promise<void> => {
      // The id becomes part of a storage key, so it must be one that a lecture has.
      if (!(await isLecturePresent(database.db, place))) throw fail('lecture_not_found');
      const stored = await video.inspect(upload.open, place.lectureId);
      await files.keepWith([{ key: stored.key, from: upload }], async (tx) => {
        await video.replace(tx, place.lectureId, stored);
        await also?.(tx);
        await catalog.changed(tx, place.courseId);
      });
    },
  };
};
