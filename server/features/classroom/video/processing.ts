import type { Write } from '#contract/languages/say.ts';
import { inEnglish } from '#server/languages.ts';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import type { VideoStatus } from '#contract/classroom/video.ts';
import type { Tx } from '#server/database/database.ts';
import type { VideoFailure } from '#server/database/tables/lectures.ts';
import { isDiskFailure } from '#server/database/failures.ts';
import { UnavailableError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob, type JobFacts } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { Engine, EngineReport } from '#server/video/engine.ts';
import { PIPELINE_VERSION } from '#server/video/plan.ts';
import { ToolError } from '#server/video/run-tool.ts';
import type { MediaFiles } from './media-files.ts';
import {
  changeWork,
  countByState,
  countLacking,
  findWork,
  assignRenewal,
  assignWork,
  findOutdated,
  listInterrupted,
  listLacking,
  setOriginal,
  type WorkChange,
  type AssignedWork,
} from './processing.queries.ts';
import { processVideo } from './processing-steps.ts';
import { UnusableVideoError, type Workspace } from './workspace.ts';

const MAX_ATTEMPTS = 3;
const REPORT_EVERY_MS = 2000;
const QUEUE_MAX = 1000;
const RENEW_EVERY_MS = HOUR_MS;

const processVideoJob = defineJob({
  name: 'lectures.process-video',
  lane: 'media',
  payload: z.object({ lectureId: z.string() }),
});

/** Makes a video again in the background, if an older version made it wrong: it plays on, and stays ready. */
const renewVideoJob = defineJob({ ...processVideoJob, name: 'lectures.renew-video' });

const findOutdatedJob = defineJob({
  name: 'lectures.find-outdated',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: RENEW_EVERY_MS,
});

/** The video was deleted or replaced, or processing was started again: the results are discarded. */
class LostWorkError extends Error {}

/** Why a video cannot be processed, when trying again would not help; the clock of a busy machine says nothing about a video. */
const lastingFailure = (error: unknown, attempt: number): VideoFailure | undefined => {
  if (error instanceof UnusableVideoError) return error.failure;
  const problem = error instanceof ToolError ? error.problem : undefined;
  if (problem === 'usedUp') return 'tooHard';
  return attempt < MAX_ATTEMPTS ? undefined : 'notConverted';
};

/** Processes videos, one at a time, and reports the progress. */
export const createProcessing = (
  platform: Platform,
  {
    mediaFiles,
    engineReport,
    catalogChanged,
  }: {
    mediaFiles: MediaFiles;
    engineReport: () => Promise<EngineReport>;
    catalogChanged: (tx: Tx, lectureId: string) => Promise<void>;
  },
) => {
  const { database, jobs, storage, temporaryFiles, files, clock, log } = platform;
  const { db } = database;

  /** Queues a video in the caller's transaction; a running job of it stops. */
  const queue = async (tx: Tx, lectureId: string): Promise<void> => {
    const jobId = newId();
    await assignWork(tx, { lectureId, jobId, now: clock.now() });
    await jobs.enqueue(tx, processVideoJob, { lectureId }, { id: jobId });
  };

  /** One at a time, so that what people upload meanwhile is next. */
  const queueRenewal = async (tx: Tx): Promise<void> => {
    const lectureId = await findOutdated(tx, PIPELINE_VERSION);
    if (lectureId === undefined) return;
    const jobId = `renew:${PIPELINE_VERSION}:${lectureId}`;
    await assignRenewal(tx, { lectureId, jobId });
    await jobs.enqueue(tx, renewVideoJob, { lectureId }, { id: jobId });
  };

  const change = async (lectureId: string, jobId: string, what: WorkChange): Promise<void> => {
    if (!(await changeWork(db, { lectureId, jobId, now: clock.now() }, what))) throw new LostWorkError();
  };

  /** Creates the workspace for the original and the results. */
  const createWorkspace = async (work: AssignedWork, engine: Engine, jobId: string, signal: AbortSignal) => {
    const folder = await temporaryFiles.path();
    const lost = new AbortController();
    let percent = 0;
    const report = (): void => {
      const progress = work.state === 'processing' ? { progress_percent: percent } : {};
      changeWork(db, { lectureId: work.id, jobId, now: clock.now() }, progress).then(
        (isOurs) => isOurs || lost.abort(),
        () => undefined,
      );
    };
    const timer = setInterval(report, REPORT_EVERY_MS).unref();
    const close = async (): Promise<void> => {
      clearInterval(timer);
      await rm(folder, { recursive: true, force: true });
    };
    const provideInput = async (): Promise<string> => {
      const original = join(folder, 'original');
      await mkdir(original, { recursive: true });
      return storage.provide(work.video_key, original);
    };
    const workspace = (input: string): Workspace => ({
      engine,
      input,
      openOriginal: () => storage.open(work.video_key),
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
    });
    try {
      return { workspace: workspace(await provideInput()), close, isLost: () => lost.signal.aborted };
    } catch (error) {
      await close();
      throw error;
    }
  };

  const processWith = async (engine: Engine, work: AssignedWork, { id: jobId, signal }: JobFacts): Promise<void> => {
    const { workspace, close, isLost } = await createWorkspace(work, engine, jobId, signal);
    try {
      await processVideo({ workspace, work, database, clock, catalogChanged, log });
      await change(work.id, jobId, {
        state: 'ready',
        failure: null,
        is_playable: 1,
        is_complete: 1,
        progress_percent: null,
        pipeline_version: PIPELINE_VERSION,
      });
    } catch (error) {
      if (isLost()) throw new LostWorkError();
      // Its results are still there: ffmpeg ends well although the disk was full.
      await temporaryFiles.assertSpace();
      throw error;
    } finally {
      await close();
    }
  };

  /** ffmpeg, which reads the original by itself, fails alike for a damaged video and while the storage is away. */
  const assertStored = async (key: string): Promise<void> => {
    const file = await storage.open(key);
    await file?.read(new Uint8Array(1), 0).finally(() => file.close());
  };

  const finishWithoutEngine = async (work: AssignedWork, jobId: string): Promise<void> => {
    if (work.state !== 'processing') return;
    const isReady = work.is_playable === 1 && work.plays_earlier === 0;
    await change(work.id, jobId, { state: isReady ? 'ready' : 'needs_transcode', progress_percent: null });
  };

  const run = async ({ lectureId }: { lectureId: string }, facts: JobFacts): Promise<void> => {
    const work = await findWork(db, lectureId, facts.id);
    if (!work) return;
    const giveUp = (failure: VideoFailure, error?: unknown): Promise<void> => {
      log.warn({ lectureId, failure, err: error }, 'a video could not be processed');
      const isFailure = work.state === 'processing';
      return change(lectureId, facts.id, {
        ...(isFailure ? { state: 'failed', failure, progress_percent: null } : {}),
        pipeline_version: PIPELINE_VERSION,
      });
    };
    try {
      const { engine, problem, isTemporary } = await engineReport();
      if (isTemporary) throw new UnavailableError(problem && inEnglish(problem));
      if (!engine) await finishWithoutEngine(work, facts.id);
      // When every attempt killed its process, only the number of attempts shows it.
      else if (facts.attempt > MAX_ATTEMPTS) await giveUp('notConverted');
      else await processWith(engine, work, facts);
    } catch (error) {
      if (error instanceof LostWorkError) return;
      if (error instanceof UnavailableError || isDiskFailure(error) || facts.signal.aborted) throw error;
      await assertStored(work.video_key);
      const failure = lastingFailure(error, facts.attempt);
      if (failure === undefined) throw error;
      await giveUp(failure, error).catch((problem: unknown) => {
        if (!(problem instanceof LostWorkError)) throw problem;
      });
    }
  };

  jobs.handle(processVideoJob, run);
  jobs.handle(renewVideoJob, async (payload, facts) => {
    await run(payload, facts);
    await database.transaction(queueRenewal);
  });
  jobs.handle(findOutdatedJob, async () => {
    const { engine } = await engineReport();
    if (engine) await database.transaction(queueRenewal);
  });

  /** How many videos are being processed, failed, or wait for ffmpeg. */
  const counts = async (): Promise<Pick<VideoStatus, 'processing' | 'failed' | 'needTranscode'>> => {
    const rows = await countByState(db);
    const countOf = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0;
    return {
      processing: countOf('processing'),
      failed: countOf('failed'),
      needTranscode: countOf('needs_transcode'),
    };
  };

  return {
    queue,
    /** Queues those of the videos that were being processed when they were deleted. */
    resume: async (tx: Tx, lectureIds: readonly string[]): Promise<void> => {
      for (const lectureId of await listInterrupted(tx, lectureIds)) await queue(tx, lectureId);
    },
    /** Queues every video that lacks something, and has the others checked in the background; returns how many it queued. */
    queueLacking: (): Promise<number> =>
      database.transaction(async (tx) => {
        const lacking = await listLacking(tx, QUEUE_MAX);
        for (const { lecture_id: lectureId } of lacking) await queue(tx, lectureId);
        await queueRenewal(tx);
        return lacking.length;
      }),
    counts,
    status: async (write: Write): Promise<Omit<VideoStatus, 'sweep'>> => {
      const [{ engine, problem }, counted, lacking] = await Promise.all([engineReport(), counts(), countLacking(db)]);
      return {
        engine: engine ? { path: engine.ffmpeg, version: engine.version } : null,
        problem: problem ? write(problem) : null,
        ...counted,
        lacking,
      };
    },
  };
};
