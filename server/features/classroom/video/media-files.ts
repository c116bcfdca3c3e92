import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { mediaKindOf } from '#contract/classroom/lecture-media.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import {
  deleteMedia,
  deleteRetired,
  insertFiles,
  keysInUse,
  listServed,
  lockVersion,
  type MediaFile,
  startVersion,
} from './media-files.queries.ts';

const RETIRED_PER_RUN = 500;
const LECTURES_PER_STEP = 200;

const retireMediaJob = defineJob({
  name: 'lectures.retire-media',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: HOUR_MS,
  waitsAfterJump: true,
});

/** A file to be served under a name, already stored. */
export interface NewMediaFile {
  name: string;
  key: string;
  contentType: string;
  facts?: string;
}

export interface MediaRevision {
  put?: readonly NewMediaFile[];
  /** Names. */
  remove?: readonly string[];
}

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/** The name of an image that an author chose. It shows the video, and goes with it. */
export const CHOSEN_THUMBNAIL = 'thumbnail.webp';

const ATTACHMENT = 'attachment-';

/** The name of a file that is saved under its last part. */
export const attachmentName = (id: string, name: string): string => `${ATTACHMENT}${id}/${name}`;

/** Captions, attachments, images and sounds belong to the lecture, not to its video: they stay when it gets another one. */
export const isMadeOfVideo = (name: string): boolean =>
  !name.startsWith('sub-') && !name.startsWith(ATTACHMENT) && mediaKindOf(name) === undefined;

const toRow = ({ name, key, contentType, facts }: NewMediaFile): MediaFile => ({
  name,
  key,
  content_type: contentType,
  facts: facts ?? null,
});

/**
 * The files that lectures serve. An address names the same bytes until it expires: a change of the meaning of a name starts a
 * new version with new addresses. The old version is served `servedAfterMs` longer: until its last address ends.
 */
export const createMediaFiles = ({ database, jobs, files, clock }: Platform, servedAfterMs: number) => {
  /** Removes files that nothing names any more. */
  const removeUnused = async (tx: Db, keys: readonly string[]): Promise<void> => {
    const used = await keysInUse(tx, keys);
    await files.removeLater(
      tx,
      keys.filter((key) => !used.has(key)),
    );
  };

  jobs.handle(retireMediaJob, async () => {
    for (let hasMore = true; hasMore;)
      hasMore = await database.transaction(async (tx) => {
        const keys = await deleteRetired(tx, clock.now(), RETIRED_PER_RUN);
        await removeUnused(tx, keys);
        return keys.length > 0;
      });
  });

  return {
    removeUnused,

    /** Throws `lecture_not_found`. */
    revise: async (tx: Tx, lectureId: string, { put = [], remove = [] }: MediaRevision) => {
      const now = clock.now();
      const version = await lockVersion(tx, lectureId, now);
      if (version === undefined) throw fail('lecture_not_found');
      const current = await listServed(tx, { lectureId, version, now });
      const keyOf = new Map(current.map(({ name, key }) => [name, key]));
      const added = put.filter(({ name, key }) => keyOf.get(name) !== key).map(toRow);
      const isChange = added.some(({ name }) => keyOf.has(name)) || remove.some((name) => keyOf.has(name));
      if (!isChange) return insertFiles(tx, { lectureId, version, files: added });
      await startVersion(tx, { lectureId, version: version + 1, oldServedUntil: now + servedAfterMs });
      const gone = new Set([...remove, ...added.map(({ name }) => name)]);
      const kept = current.filter(({ name }) => !gone.has(name));
      return insertFiles(tx, { lectureId, version: version + 1, files: [...kept, ...added] });
    },

    /** Ends every version of these lectures: rows now, files by a job. Work on them stops by itself. */
    remove: async (tx: Tx, lectureIds: readonly string[]): Promise<void> => {
      for (let start = 0; start < lectureIds.length; start += LECTURES_PER_STEP)
        await files.removeLater(tx, await deleteMedia(tx, lectureIds.slice(start, start + LECTURES_PER_STEP)));
    },
  };
};
