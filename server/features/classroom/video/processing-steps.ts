import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '#server/database/database.ts';
import { isDiskFailure } from '#server/database/failures.ts';
import { Failure } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import { type EncodeInput, makeProgressive } from '#server/video/encode.ts';
import { inspectVideo, type OpenFile } from '#server/video/inspect.ts';
import { isLengthWrong, isWronglyMade, PIPELINE_VERSION, planProgressive } from '#server/video/plan.ts';
import { type Recording, readRecording } from '#server/video/recording.ts';
import { ToolError } from '#server/video/run-tool.ts';
import { makePoster, makeStoryboard, planStoryboard, storyboardCues } from '#server/video/stills.ts';
import { isMadeOfVideo, type NewMediaFile } from './media-files.ts';
import { renditionSteps } from './rendition-steps.ts';
import { MP4, newKey, type ProcessingTask, type Step, UnusableVideoError, type Workspace } from './workspace.ts';
import { listServed, type MediaFile } from './media-files.queries.ts';
import { markPlayable, setDuration } from './processing.queries.ts';

const examine = async ({ engine, input, signal }: Workspace): Promise<Recording> => {
  try {
    const recording = await readRecording(engine, input, signal);
    if (typeof recording === 'string') throw new UnusableVideoError(recording);
    return recording;
  } catch (error) {
    const isUnusable = error instanceof ToolError && (error.problem === 'failed' || error.problem === 'usedUp');
    throw isUnusable ? new UnusableVideoError('unreadable', error) : error;
  }
};

/** The container of the original by its bytes, and whether playing can begin before its end. */
const describeOriginal = async (open: OpenFile): Promise<{ extension: string; isFastStart: boolean }> => {
  try {
    return await inspectVideo(open);
  } catch (error) {
    if (error instanceof Failure) return { extension: 'unknown', isFastStart: false };
    throw error;
  }
};

const JPEG = 'image/jpeg';
const VTT = 'text/vtt; charset=utf-8';

/** Gathers what would be stored one by one, so that the earlier files play until all of the new ones are there. */
const gather = (workspace: Workspace) => {
  const stored: NewFile[] = [];
  const put: NewMediaFile[] = [];
  const afterwards: ((tx: Tx) => Promise<void>)[] = [];
  return {
    gathering: {
      ...workspace,
      keep: async (files, revision, also) => {
        stored.push(...files);
        put.push(...revision.put);
        if (also) afterwards.push(also);
      },
    } satisfies Workspace,
    keepAll: (remove: readonly string[], atLast: (tx: Tx) => Promise<void>): Promise<void> =>
      workspace.keep(stored, { put, remove }, async (tx) => {
        for (const also of [...afterwards, atLast]) await also(tx);
      }),
  };
};

/** Renditions of other sizes than those made now. */
const isRendition = ({ name }: MediaFile): boolean =>
  name.endsWith('.m3u8') || (name.endsWith('.mp4') && !name.startsWith('video.'));

const isPoster = ({ name }: MediaFile): boolean => name.startsWith('poster.') && name !== 'poster.jpg';

/**
 * Creates the missing files of one video: a version that plays everywhere, then images, then renditions. What an earlier version
 * of the pipeline made is replaced as a whole; in the background only if it made it wrong.
 */
export const processVideo = async (task: ProcessingTask): Promise<void> => {
  const { work, database, clock } = task;
  const recording = await examine(task.workspace);
  const isRenewal = work.pipeline_version < PIPELINE_VERSION;
  if (isRenewal && work.state === 'ready' && !isWronglyMade(recording, work.duration_ms)) return;
  if (!isRenewal && work.plays_earlier === 0)
    await database.transaction((tx) => recordDuration(tx, task, recording.durationMs));
  const served = await listServed(database.db, { lectureId: work.id, version: work.video_version, now: clock.now() });
  if (!isRenewal) return runSteps(task, recording, { served, existing: work.plays_earlier === 1 ? [] : served });
  const { gathering, keepAll } = gather(task.workspace);
  await runSteps({ ...task, workspace: gathering }, recording, { served, existing: served.filter(isPoster) });
  const earlier = served.filter(isRendition).map(({ name }) => name);
  await keepAll(earlier, (tx) => recordDuration(tx, task, recording.durationMs));
};

const runSteps = async (
  task: ProcessingTask,
  recording: Recording,
  { served, existing }: { served: readonly MediaFile[]; existing: readonly MediaFile[] },
): Promise<void> => {
  const { workspace } = task;
  const { engine, input: url, signal } = workspace;
  const steps = [
    ...(await progressiveSteps(task, recording, served)),
    ...imageSteps(task, recording, existing),
    ...renditionSteps(task, recording, existing),
  ];
  const total = steps.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  for (const { weight, run } of steps) {
    const onProgress = (share: number): void => workspace.onProgress((done + weight * share) / total);
    await run({ engine, url, recording, signal, onProgress });
    done += weight;
    workspace.onProgress(done / total);
  }
};

/** Replaces a length that is missing or wrong. */
const recordDuration = async (tx: Tx, { work, catalogChanged }: ProcessingTask, durationMs: number) => {
  if (!isLengthWrong(durationMs, work.duration_ms)) return;
  await setDuration(tx, work.id, durationMs);
  await catalogChanged(tx, work.id);
};

const progressiveSteps = async (
  task: ProcessingTask,
  recording: Recording,
  served: readonly MediaFile[],
): Promise<Step[]> => {
  const { workspace, work } = task;
  const isEarlier = work.plays_earlier === 1;
  const isRenewal = work.pipeline_version < PIPELINE_VERSION;
  const current = served.find(({ name }) => name.startsWith('video.'));
  if (!isEarlier && !isRenewal && current && current.key !== work.video_key) return [];
  const plan = planProgressive(recording, await describeOriginal(workspace.openOriginal));
  if (!isEarlier && plan.how === 'keep') return [];
  const isLossless = plan.video === 'copy' && plan.audio !== 'encode';
  const run = async (input: EncodeInput): Promise<void> => {
    const path = join(workspace.output, 'video.mp4');
    await makeProgressive(input, plan, path);
    const { size: sizeBytes } = await stat(path);
    const key = `videos/${work.id}-${newId()}.mp4`;
    const isReplaced = (name: string): boolean => (isEarlier ? isMadeOfVideo(name) : name === current?.name);
    const remove = served.map(({ name }) => name).filter((name) => name !== 'video.mp4' && isReplaced(name));
    const put = [{ name: 'video.mp4', key, contentType: MP4 }];
    await workspace.keep([{ key, from: path }], { put, remove }, async (tx) => {
      await markPlayable(tx, work.id);
      if (isEarlier) await recordDuration(tx, { ...task, work: { ...work, duration_ms: null } }, recording.durationMs);
      if (isLossless) await workspace.takeAsOriginal(tx, { video_key: key, content_type: MP4, size_bytes: sizeBytes });
    });
  };
  return [{ weight: isLossless ? 1 : 20, run }];
};

/** Players work without it, and it fails no job. A stop is no failure, and a full disk not its own: the next attempt makes it. */
const tryToMake = async ({ work, log }: ProcessingTask, what: string, make: () => Promise<void>): Promise<boolean> => {
  try {
    await make();
    return true;
  } catch (error) {
    if (!(error instanceof ToolError) || error.problem === 'stopped' || isDiskFailure(error)) throw error;
    log.warn({ lectureId: work.id, err: error }, `a ${what} could not be made`);
    return false;
  }
};

const imageSteps = (task: ProcessingTask, recording: Recording, served: readonly MediaFile[]): Step[] => {
  const { workspace, work } = task;
  const has = (prefix: string): boolean => served.some(({ name }) => name.startsWith(prefix));
  const poster: Step = {
    weight: 1,
    run: async (input) => {
      const from = join(workspace.output, 'poster.jpg');
      if (!(await tryToMake(task, 'poster', () => makePoster(input, from)))) return;
      const key = newKey('posters', work.id, 'poster.jpg');
      await workspace.keep([{ key, from }], { put: [{ name: 'poster.jpg', key, contentType: JPEG }] });
    },
  };
  const storyboard: Step = {
    weight: 2,
    run: async (input) => {
      const plan = planStoryboard(recording);
      if (!(await tryToMake(task, 'storyboard', () => makeStoryboard(input, plan, workspace.output)))) return;
      const names = Array.from({ length: plan.sheets }, (_, index) => `storyboard-${index + 1}.jpg`);
      const sheets = names.map((name) => ({ name, key: newKey('posters', work.id, name), contentType: JPEG }));
      const cues = { name: 'storyboard.vtt', key: newKey('posters', work.id, 'storyboard.vtt'), contentType: VTT };
      const stored = sheets.map(({ name, key }): NewFile => ({ key, from: join(workspace.output, name) }));
      const text = Buffer.from(storyboardCues(plan, recording.durationMs));
      await workspace.keep([...stored, { key: cues.key, from: text }], { put: [...sheets, cues] });
    },
  };
  return [...(has('poster.') ? [] : [poster]), ...(has('storyboard.vtt') ? [] : [storyboard])];
};
