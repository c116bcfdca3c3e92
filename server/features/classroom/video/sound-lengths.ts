import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { Failure } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { inspectAudio } from '#server/video/inspect-audio.ts';
import { isLengthWrong, PIPELINE_VERSION } from '#server/video/plan.ts';
import { listUnmeasured, setFacts } from './media-files.queries.ts';
import { setDuration } from './processing.queries.ts';

const MEASURED_PER_RUN = 20;

const measureSoundsJob = defineJob({
  name: 'lectures.measure-sounds',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: HOUR_MS,
});

/** Corrects the lengths of MP3 lectures, which version 1 took from the bitrate of their first frame. */
export const createSoundLengths = (
  { database, jobs, storage }: Platform,
  catalogChanged: (tx: Tx, lectureId: string) => Promise<void>,
): void => {
  const measure = async (key: string): Promise<number> => {
    try {
      return (await inspectAudio(() => storage.open(key))).durationMs;
    } catch (error) {
      if (error instanceof Failure) return 0;
      throw error;
    }
  };

  jobs.handle(measureSoundsJob, async (_, { signal }) => {
    for (let hasMore = true; hasMore && !signal.aborted;) {
      const sounds = await listUnmeasured(database.db, MEASURED_PER_RUN);
      for (const { key, lecture_id: lectureId, duration_ms: saidMs } of sounds) {
        const durationMs = await measure(key);
        await database.transaction(async (tx) => {
          await setFacts(tx, key, JSON.stringify({ pipelineVersion: PIPELINE_VERSION }));
          if (!isLengthWrong(durationMs, saidMs)) return;
          await setDuration(tx, lectureId, durationMs);
          await catalogChanged(tx, lectureId);
        });
      }
      hasMore = sounds.length === MEASURED_PER_RUN;
    }
  });
};
