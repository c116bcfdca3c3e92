import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { VideoStatus } from '#contract/video.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { VideoFailure } from '#server/database/learning-tables.ts';
import { newId } from '#server/ids.ts';
import { defineJob, type JobFacts, type Jobs } from '#server/jobs/jobs.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Engine, EngineReport } from '#server/video/engine.ts';
import { ToolError } from '#server/video/run-tool.ts';
import type { MediaFiles } from './media-files.ts';
import {
  changeWork,
  countByState,
  countLacking,
  findWork,
  giveWork,
  listInterrupted,
  listLacking,
  setOriginal,
  type WorkChange,
  type WorkInHand,
} from './processing.queries.ts';
import { type Bench, processVideo, UnusableVideoError } from './video-steps.ts';

const MAX_ATTEMPTS = 3;
const LOOK_EVERY_MS = 2000;
const QUEUE_MAX = 1000;

export const processVideoJob = defineJob({
  name: 'lectures.process-video',
  payload: z.object({ lectureId: z.string() }),
  isExclusive: true,
});

/** The video was deleted or replaced, or someone began anew: what was made is thrown away. */
class LostWorkError extends Error {}

/** Makes what a video lacks, one video at a time, and says how far it is. */
export interface Processing {
  /** Puts a video in line, in the caller's transaction; what works on it now stops. */
  queue(tx: Tx, lectureId: string): Promise<void>;
  /** Puts those of the videos in line that were under way when they were deleted. */
  resume(tx: Tx, lectureIds: readonly string[]): Promise<void>;
  /** Puts all in line that lack something; answers how many. */
  queueLacking(): Promise<number>;
  status(): Promise<Omit<VideoStatus, 'sweep'>>;
}

export interface ProcessingNeeds {
  database: Database;
  jobs: Jobs;
  storage: Storage;
  files: FileKeeper;
  mediaFiles: MediaFiles;
  clock: Clock;
  engineReport: () => Promise<EngineReport>;
  /** The topic that stands for what anyone may see of courses. */
  catalogTopic: string;
}

/** Why a video cannot be processed, when trying again would not help. */
const lastingFailure = (error: unknown): VideoFailure | undefined => {
  if (error instanceof UnusableVideoError) return error.failure;
  return error instanceof ToolError && error.problem === 'timeout' ? 'tooHard' : undefined;
};

export const createProcessing = (needs: ProcessingNeeds): Processing => {
  const { database, jobs, storage, files, mediaFiles, clock, engineReport, catalogTopic } = needs;
  const { db } = database;

  const queue = async (tx: Tx, lectureId: string): Promise<void> => {
    const jobId = newId();
    await giveWork(tx, { lectureId, jobId, now: clock.now() });
    await jobs.enqueue(tx, processVideoJob, { lectureId }, { id: jobId });
  };

  const change = async (lectureId: string, jobId: string, what: WorkChange): Promise<void> => {
    if (!(await changeWork(db, { lectureId, jobId, now: clock.now() }, what))) throw new LostWorkError();
  };

  /** A folder of its own for the original and what is made of it. */
  const makeBench = async (work: WorkInHand, engine: Engine, jobId: string, signal: AbortSignal) => {
    const folder = await storage.temporaryPath();
    const lost = new AbortController();
    let percent = 0;
    const look = (): void => {
      changeWork(db, { lectureId: work.id, jobId, now: clock.now() }, { progress_percent: percent }).then(
        (isOurs) => isOurs || lost.abort(),
        () => undefined,
      );
    };
    const timer = setInterval(look, LOOK_EVERY_MS).unref();
    const bench: Bench = {
      engine,
      input: join(folder, 'original', 'video'),
      output: folder,
      signal: AbortSignal.any([signal, lost.signal]),
      onProgress: (share) => {
        percent = Math.floor(share * 100);
      },
      keep: (stored, revision, also) =>
        files.keepWith(stored, async (tx) => {
          if (!(await changeWork(tx, { lectureId: work.id, jobId, now: clock.now() }, {}))) throw new LostWorkError();
          await mediaFiles.revise(tx, work.id, revision);
          await also?.(tx);
        }),
      takeAsOriginal: async (tx, original) => {
        await setOriginal(tx, work.id, original);
        await mediaFiles.removeUnused(tx, [work.video_key]);
      },
    };
    const close = async (): Promise<void> => {
      clearInterval(timer);
      await rm(folder, { recursive: true, force: true });
    };
    try {
      await mkdir(join(folder, 'original'), { recursive: true });
      await storage.expose(work.video_key, bench.input);
    } catch (error) {
      await close();
      throw error;
    }
    return { bench, close, isLost: () => lost.signal.aborted };
  };

  const processWith = async (engine: Engine, work: WorkInHand, { id: jobId, signal }: JobFacts): Promise<void> => {
    const { bench, close, isLost } = await makeBench(work, engine, jobId, signal);
    try {
      await processVideo({ bench, work, database, clock, catalogTopic });
      await change(work.id, jobId, { state: 'ready', is_playable: 1, is_complete: 1, progress_percent: null });
    } catch (error) {
      if (isLost()) throw new LostWorkError();
      throw error;
    } finally {
      await close();
    }
  };

  const settleWithoutEngine = async (work: WorkInHand, jobId: string): Promise<void> => {
    const isReady = work.is_playable === 1 && work.plays_earlier === 0;
    await change(work.id, jobId, { state: isReady ? 'ready' : 'needs_transcode', progress_percent: null });
  };

  jobs.handle(processVideoJob, async ({ lectureId }, facts) => {
    const work = await findWork(db, lectureId, facts.id);
    if (!work) return;
    const giveUp = (failure: VideoFailure): Promise<void> =>
      change(lectureId, facts.id, { state: 'failed', failure, progress_percent: null });
    try {
      const { engine } = await engineReport();
      if (!engine) await settleWithoutEngine(work, facts.id);
      // A process that ended each time leaves nothing behind but the number of its attempts.
      else if (facts.attempt > MAX_ATTEMPTS) await giveUp('notConverted');
      else await processWith(engine, work, facts);
    } catch (error) {
      if (error instanceof LostWorkError) return;
      const failure = lastingFailure(error) ?? (facts.attempt >= MAX_ATTEMPTS ? 'notConverted' : undefined);
      if (failure === undefined || facts.signal.aborted) throw error;
      await giveUp(failure).catch((problem: unknown) => {
        if (!(problem instanceof LostWorkError)) throw problem;
      });
    }
  });

  return {
    queue,
    resume: async (tx, lectureIds) => {
      for (const lectureId of await listInterrupted(tx, lectureIds)) await queue(tx, lectureId);
    },
    queueLacking: () =>
      database.transaction(async (tx) => {
        const lacking = await listLacking(tx, QUEUE_MAX);
        for (const { lecture_id: lectureId } of lacking) await queue(tx, lectureId);
        return lacking.length;
      }),
    status: async () => {
      const [{ engine, problem }, counts, lacking] = await Promise.all([
        engineReport(),
        countByState(db),
        countLacking(db),
      ]);
      const countOf = (state: string): number => counts.find((row) => row.state === state)?.count ?? 0;
      return {
        engine: engine ? { path: engine.ffmpeg, version: engine.version } : null,
        problem: problem ?? null,
        processing: countOf('processing'),
        failed: countOf('failed'),
        needTranscode: countOf('needs_transcode'),
        lacking,
      };
    },
  };
};
