import type { Db } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { LectureRow, VideoFailure, VideoWorkRow } from '#server/database/tables/lectures.ts';

/** A video, as the job that it is assigned to needs it. */
export type AssignedWork = Pick<LectureRow, 'id' | 'video_key' | 'video_version' | 'duration_ms'> &
  Pick<VideoWorkRow, 'state' | 'is_playable' | 'plays_earlier' | 'pipeline_version'>;

const assignedWork = (db: Db, lectureId: string, jobId: string) =>
  db
    .selectFrom('video_work')
    .innerJoin('lectures', 'lectures.id', 'video_work.lecture_id')
    .where('video_work.lecture_id', '=', lectureId)
    .where('video_work.job_id', '=', jobId)
    .where('lectures.deleted_at', 'is', null);

/** The video of a job; undefined when it is no longer assigned to this job: deleted, replaced, or started again. */
export const findWork = (db: Db, lectureId: string, jobId: string): Promise<AssignedWork | undefined> =>
  assignedWork(db, lectureId, jobId)
    .select([
      'lectures.id',
      'lectures.video_key',
      'lectures.video_version',
      'lectures.duration_ms',
      'video_work.state',
      'video_work.is_playable',
      'video_work.plays_earlier',
      'video_work.pipeline_version',
    ])
    .executeTakeFirst();

export interface WorkChange {
  state?: VideoWorkRow['state'];
  is_playable?: number;
  progress_percent?: number | null;
  failure?: VideoFailure | null;
  is_complete?: number;
  pipeline_version?: number;
}

/** Changes the state of a video; returns whether it is still assigned to this job. */
export const changeWork = (
  db: Db,
  { lectureId, jobId, now }: { lectureId: string; jobId: string; now: number },
  change: WorkChange,
): Promise<boolean> =>
  changesRow(
    db
      .updateTable('video_work')
      .set({ ...change, updated_at: now })
      .where('lecture_id', '=', lectureId)
      .where('job_id', '=', jobId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('lectures')
            .select('id')
            .whereRef('lectures.id', '=', 'video_work.lecture_id')
            .where('deleted_at', 'is', null),
        ),
      ),
  );

/** Assigns a video to a job, whatever it was assigned to. */
export const assignWork = (tx: Db, { lectureId, jobId, now }: { lectureId: string; jobId: string; now: number }) =>
  tx
    .updateTable('video_work')
    .set({ state: 'processing', progress_percent: 0, failure: null, job_id: jobId, updated_at: now })
    .where('lecture_id', '=', lectureId)
    .execute();

/** Lets a job make a video again, while everything stays as it is. */
export const assignRenewal = (tx: Db, { lectureId, jobId }: { lectureId: string; jobId: string }) =>
  tx.updateTable('video_work').set({ job_id: jobId }).where('lecture_id', '=', lectureId).execute();

export const insertWork = (tx: Db, work: Omit<VideoWorkRow, 'failure' | 'progress_percent'>) =>
  tx
    .insertInto('video_work')
    .values({ ...work, failure: null, progress_percent: null })
    .onConflict((conflict) =>
      conflict.column('lecture_id').doUpdateSet({ ...work, failure: null, progress_percent: null }),
    )
    .execute();

/** Gives a lecture another original; returns the key of the one before it, or undefined when there is no such lecture. */
export const replaceOriginal = async (
  tx: Db,
  { lectureId, video, keepsDuration, now }: ReplacedOriginal,
): Promise<string | undefined> => {
  const before = await tx
    .selectFrom('lectures')
    .select('video_key')
    .where('id', '=', lectureId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!before) return undefined;
  await tx
    .updateTable('lectures')
    .set({ video_key: video.key, content_type: video.contentType, size_bytes: video.sizeBytes, updated_at: now })
    .$if(!keepsDuration, (query) => query.set({ duration_ms: video.durationMs }))
    .where('id', '=', lectureId)
    .execute();
  return before.video_key;
};

interface ReplacedOriginal {
  lectureId: string;
  video: { key: string; contentType: string; sizeBytes: number; durationMs: number | null };
  /** While the earlier video plays on, so does its duration. */
  keepsDuration: boolean;
  now: number;
}

/** Replaces the original by a lossless copy. */
export const setOriginal = (
  tx: Db,
  lectureId: string,
  original: Pick<LectureRow, 'video_key' | 'content_type' | 'size_bytes'>,
) => tx.updateTable('lectures').set(original).where('id', '=', lectureId).execute();

/** Records that browsers can play the served files. */
export const markPlayable = (tx: Db, lectureId: string) =>
  tx.updateTable('video_work').set({ is_playable: 1, plays_earlier: 0 }).where('lecture_id', '=', lectureId).execute();

/** Whether the lecture has a video that browsers can play. */
export const isPlayed = async (tx: Db, lectureId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('video_work')
    .select('is_playable')
    .where('lecture_id', '=', lectureId)
    .executeTakeFirst();
  return row?.is_playable === 1;
};

export const setDuration = (tx: Db, lectureId: string, durationMs: number) =>
  tx.updateTable('lectures').set({ duration_ms: durationMs }).where('id', '=', lectureId).execute();

const presentWork = (db: Db) =>
  db
    .selectFrom('video_work')
    .innerJoin('lectures', 'lectures.id', 'video_work.lecture_id')
    .where('lectures.deleted_at', 'is', null);

export const countByState = (db: Db): Promise<{ state: VideoWorkRow['state']; count: number }[]> =>
  presentWork(db)
    .where('state', '<>', 'ready')
    .groupBy('state')
    .select(({ fn }) => ['state' as const, fn.countAll<number>().as('count')])
    .execute();

export const countLacking = async (db: Db): Promise<number> => {
  const { count } = await presentWork(db)
    .where('is_complete', '=', 0)
    .where('state', '<>', 'processing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const listLacking = (db: Db, max: number): Promise<{ lecture_id: string }[]> =>
  presentWork(db)
    .where('is_complete', '=', 0)
    .where('state', '<>', 'processing')
    .select('video_work.lecture_id')
    .limit(max)
    .execute();

/** A finished video that an older version made, or failed to make. */
export const findOutdated = async (db: Db, version: number): Promise<string | undefined> => {
  const row = await presentWork(db)
    .where('pipeline_version', '<', version)
    .where((or) => or.or([or('state', '=', 'failed'), or.and([or('state', '=', 'ready'), or('is_complete', '=', 1)])]))
    .select('video_work.lecture_id')
    .orderBy('pipeline_version')
    .orderBy('video_work.lecture_id')
    .executeTakeFirst();
  return row?.lecture_id;
};

/** Of these lectures those that were being processed. */
export const listInterrupted = async (tx: Db, lectureIds: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('video_work')
    .select('lecture_id')
    .where('lecture_id', 'in', lectureIds)
    .where('state', '=', 'processing')
    .execute();
  return rows.map(({ lecture_id: lectureId }) => lectureId);
};
