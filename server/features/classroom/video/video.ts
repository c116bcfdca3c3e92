import type { SaidNotice } from '#contract/school/setup.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { FileOwner } from '#server/storage/file-sweep.ts';
import { createEngine, type EngineReport } from '#server/video/engine.ts';
import { inspectVideo, type OpenFile } from '#server/video/inspect.ts';
import { PIPELINE_VERSION } from '#server/video/plan.ts';
import { createMediaFiles, isMadeOfVideo } from './media-files.ts';
import {
  findContentType,
  insertFiles,
  keysAfter,
  keysInUse,
  listNames,
  listServed,
  lockVersion,
} from './media-files.queries.ts';
import { createProcessing } from './processing.ts';
import { insertWork, isPlayed, replaceOriginal } from './processing.queries.ts';
import { createSoundLengths } from './sound-lengths.ts';

/** How long a signed address of a file may live: a file that was replaced is served for as long. */
export const MEDIA_ADDRESS_MAX_MS = 7 * 60 * 60_000;

/** The content type of files that browsers save, whatever is in them. */
export const SAVED_TYPE = 'application/octet-stream';

export { attachmentName, CHOSEN_THUMBNAIL } from './media-files.ts';

export const videoFiles: FileOwner = {
  folders: ['videos', 'audio', 'documents', 'images', 'posters', 'renditions', 'captions', 'attachments'],
  keysInUse,
  keysAfter,
};

/** A video file in the storage, or about to be moved there. */
export interface StoredVideo {
  key: string;
  contentType: string;
  sizeBytes: number;
  durationMs: number | null;
  /** Whether browsers can play it as it is. */
  isPlayable: boolean;
}

export interface ServedFile {
  /** The last part of its address. */
  name: string;
  key: string;
  contentType: string;
}

/** A lecture, and the course that it is in. */
export interface LecturePlace {
  courseId: string;
  lectureId: string;
}

/** Locks a lecture and its course. Throws `course_not_found` and `lecture_not_found`. */
export type LockLecture = (tx: Tx, place: LecturePlace, now: number) => Promise<void>;

export type Video = ReturnType<typeof createVideo>;

/** The name that a file has in its address: what it is, and the extension of its key. */
const nameOf = (what: 'video' | 'poster', key: string): string => `${what}${key.slice(key.lastIndexOf('.'))}`;

/** No notice when processing was switched off on purpose. */
const noticesOf = ({ engine, problem }: EngineReport): SaidNotice[] =>
  problem === undefined ? [] : [{ code: 'video_engine', level: engine ? 'info' : 'warning', text: problem }];

/**
 * The videos of lectures: each is served from its first moment, and processed when there is time. `catalogChanged` recomputes
 * the projections of the length of a lecture.
 */
export const createVideo = (platform: Platform, catalogChanged: (tx: Tx, lectureId: string) => Promise<void>) => {
  const { config, database, clock } = platform;
  const { db } = database;
  const engineReport = createEngine(config.ffmpegPath);
  const mediaFiles = createMediaFiles(platform, MEDIA_ADDRESS_MAX_MS);
  const processing = createProcessing(platform, { mediaFiles, engineReport, catalogChanged });
  createSoundLengths(platform, catalogChanged);

  /** From now on the lecture plays this file, under new addresses. */
  const serve = async (tx: Tx, lectureId: string, version: number, { key, contentType }: StoredVideo) => {
    const name = nameOf('video', key);
    const served = await listServed(tx, { lectureId, version, now: clock.now() });
    const remove = served.map((other) => other.name).filter((other) => other !== name && isMadeOfVideo(other));
    await mediaFiles.revise(tx, lectureId, { put: [{ name, key, contentType }], remove });
  };

  return {
    /** Reads an arrived file, and chooses the key to store it under. Throws `not_a_video` and `damaged_video`. */
    inspect: async (open: OpenFile, lectureId: string): Promise<StoredVideo> => {
      const { contentType, extension, sizeBytes, durationMs = null, isPlayable } = await inspectVideo(open);
      const key = `videos/${lectureId}-${newId().slice(0, 8)}.${extension}`;
      return { key, contentType, sizeBytes, durationMs, isPlayable };
    },

    /** Serves the video of a new lecture, and its poster if one is stored already, and queues it for processing. */
    add: async (
      tx: Tx,
      lectureId: string,
      { key, contentType, isPlayable }: StoredVideo,
      posterKey?: string,
    ): Promise<void> => {
      const video = { name: nameOf('video', key), key, content_type: contentType, facts: null };
      const poster = posterKey && {
        name: nameOf('poster', posterKey),
        key: posterKey,
        content_type: 'image/webp',
        facts: null,
      };
      await insertFiles(tx, { lectureId, version: 1, files: poster ? [video, poster] : [video] });
      await insertWork(tx, {
        lecture_id: lectureId,
        state: isPlayable ? 'ready' : 'needs_transcode',
        is_playable: isPlayable ? 1 : 0,
        is_complete: 0,
        plays_earlier: 0,
        job_id: null,
        pipeline_version: PIPELINE_VERSION,
        updated_at: clock.now(),
      });
      await processing.queue(tx, lectureId);
    },

    /**
     * Gives a lecture another video. The previous one still plays under the addresses that were given out, and for everyone
     * as long as browsers cannot play the new one; captions and attachments stay. Throws `lecture_not_found`.
     */
    replace: async (tx: Tx, lectureId: string, video: StoredVideo): Promise<void> => {
      const now = clock.now();
      const version = await lockVersion(tx, lectureId, now);
      const playsEarlier = !video.isPlayable && (await isPlayed(tx, lectureId));
      const before = await replaceOriginal(tx, { lectureId, video, keepsDuration: playsEarlier, now });
      if (version === undefined || before === undefined) throw fail('lecture_not_found');
      if (!playsEarlier) await serve(tx, lectureId, version, video);
      await mediaFiles.removeUnused(tx, [before]);
      await insertWork(tx, {
        lecture_id: lectureId,
        state: 'processing',
        is_playable: video.isPlayable || playsEarlier ? 1 : 0,
        is_complete: 0,
        plays_earlier: playsEarlier ? 1 : 0,
        job_id: null,
        pipeline_version: PIPELINE_VERSION,
        updated_at: now,
      });
      await processing.queue(tx, lectureId);
    },

    /** Serves the file of a new lecture that is not a video: as it is, with nothing to process. */
    serveAlone: async (tx: Tx, lectureId: string, { name, key, contentType }: ServedFile): Promise<void> => {
      await insertFiles(tx, { lectureId, version: 1, files: [{ name, key, content_type: contentType, facts: null }] });
    },

    /** Gives such a lecture another file, under the name of its format. Throws `lecture_not_found`. */
    replaceAlone: async (
      tx: Tx,
      lectureId: string,
      file: ServedFile & Pick<StoredVideo, 'sizeBytes' | 'durationMs'>,
    ): Promise<void> => {
      const now = clock.now();
      const version = await lockVersion(tx, lectureId, now);
      const before = await replaceOriginal(tx, { lectureId, video: file, keepsDuration: false, now });
      if (version === undefined || before === undefined) throw fail('lecture_not_found');
      const served = await listServed(tx, { lectureId, version, now });
      const remove = served.filter(({ key, name }) => key === before && name !== file.name).map(({ name }) => name);
      await mediaFiles.revise(tx, lectureId, { put: [file], remove });
      await mediaFiles.removeUnused(tx, [before]);
    },

    ...processing,
    isPlayed,
    remove: mediaFiles.remove,
    /** Changes the files of a lecture besides its video. Throws `lecture_not_found`. */
    revise: mediaFiles.revise,

    /** The files of one version that may still be served. */
    served: async (lectureId: string, version: number): Promise<ServedFile[]> => {
      const rows = await listServed(db, { lectureId, version, now: clock.now() });
      return rows.map(({ name, key, content_type: contentType }) => ({ name, key, contentType }));
    },

    /** The content type of a stored file that a lecture serves; undefined for any other. */
    contentTypeOf: (key: string) => findContentType(db, key),

    /** Names of the files that have an address of their own in responses, by lecture. */
    namesOf: async (lectureIds: readonly string[]): Promise<Map<string, string[]>> => {
      const byLecture = Map.groupBy(await listNames(db, lectureIds), (row) => row.lecture_id);
      return new Map([...byLecture].map(([lectureId, rows]) => [lectureId, rows.map(({ name }) => name)]));
    },

    notices: async (): Promise<SaidNotice[]> => (config.ffmpegPath === 'none' ? [] : noticesOf(await engineReport())),
  };
};
