import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { LectureRow, VideoFailure } from '#server/database/classroom-tables.ts';
import { Failure } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { JobLog } from '#server/jobs/jobs.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import {
  copyRendition,
  type EncodeInput,
  makePoster,
  makeProgressive,
  makeRenditions,
  makeAudio,
  makeStoryboard,
  planStoryboard,
  storyboardCues,
} from '#server/video/encode.ts';
import type { Engine } from '#server/video/engine.ts';
import { inspectVideo, type OpenFile } from '#server/video/inspect.ts';
import { LARGEST_HEIGHT, planLadder, planProgressive, planStreams } from '#server/video/plan.ts';
import { longestSegmentSeconds, masterPlaylist, measureVariant, VariantFacts } from '#server/video/playlist.ts';
import { probe, type AudioTrack } from '#server/video/probe.ts';
import { ToolError } from '#server/video/run-tool.ts';
import { isMadeOfVideo, type NewMediaFile } from './media-files.ts';
import { listServed, type MediaFile } from './media-files.queries.ts';
import { markPlayable, setDuration, type AssignedWork } from './processing.queries.ts';

/** A video that no attempt will make usable. */
export class UnusableVideoError extends Error {
  readonly failure: VideoFailure;

  constructor(failure: VideoFailure, cause?: unknown) {
    super(`the video is ${failure}`, { cause });
    this.failure = failure;
  }
}

/** The workspace of one video. */
export interface Workspace {
  engine: Engine;
  /** Where ffmpeg reads the original. */
  input: string;
  openOriginal: OpenFile;
  /** The folder for results. */
  output: string;
  signal: AbortSignal;
  onProgress(share: number): void;
  /** Stores files and serves them, if the video is still assigned to this job. */
  keep(
    stored: readonly NewFile[],
    revision: { put: readonly NewMediaFile[]; remove?: readonly string[] },
    also?: (tx: Tx) => Promise<void>,
  ): Promise<void>;
  /** A lossless copy takes the place of the original. */
  takeAsOriginal(tx: Tx, original: Pick<LectureRow, 'video_key' | 'content_type' | 'size_bytes'>): Promise<void>;
}

export interface ProcessingTask {
  workspace: Workspace;
  work: AssignedWork;
  database: Database;
  clock: Clock;
  catalogChanged: (tx: Tx, lectureId: string) => Promise<void>;
  log: JobLog;
}

type Source = EncodeInput['source'];

/** One file to make. A file that exists already is not made again, so that a second attempt continues. */
interface Step {
  weight: number;
  run(input: EncodeInput): Promise<void>;
}

const examine = async ({ engine, input, signal }: Workspace): Promise<Source> => {
  try {
    const { video, ...facts } = await probe(engine, input, signal);
    if (!video || video.width < 2 || video.height < 2) throw new UnusableVideoError('noPicture');
    return { ...facts, video };
  } catch (error) {
    const isUnusable = error instanceof ToolError && (error.problem === 'failed' || error.problem === 'timeout');
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

/** Players load a whole segment before they can seek into it. */
const MAX_SEGMENT_SECONDS = 10;
/** Sizes up to this one cost little beside decoding the original, so that they are made together. */
const SMALL_HEIGHT = 480;
const MP4 = 'video/mp4';
const HLS = 'application/vnd.apple.mpegurl';
const JPEG = 'image/jpeg';
const VTT = 'text/vtt; charset=utf-8';

/** Creates the missing files of one video: a version that plays everywhere, then images, then renditions. */
export const processVideo = async (task: ProcessingTask): Promise<void> => {
  const { workspace, work, database, clock } = task;
  const source = await examine(workspace);
  const isEarlier = work.plays_earlier === 1;
  if (work.duration_ms === null && !isEarlier)
    await database.transaction((tx) => recordDuration(tx, task, source.durationMs));
  const served = await listServed(database.db, {
    lectureId: work.id,
    version: work.video_version,
    now: clock.now(),
  });
  const existing = isEarlier ? [] : served;
  const steps = [
    ...(await progressiveSteps(task, source, served)),
    ...imageSteps(task, source, existing),
    ...renditionSteps(task, source, existing),
  ];
  const total = steps.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  for (const { weight, run } of steps) {
    const onProgress = (share: number): void => workspace.onProgress((done + weight * share) / total);
    await run({ engine: workspace.engine, url: workspace.input, source, signal: workspace.signal, onProgress });
    done += weight;
    workspace.onProgress(done / total);
  }
};

const recordDuration = async (tx: Tx, { work, catalogChanged }: ProcessingTask, durationMs: number) => {
  if (durationMs <= 0) return;
  await setDuration(tx, work.id, durationMs);
  await catalogChanged(tx, work.id);
};

const progressiveSteps = async (
  task: ProcessingTask,
  source: Source,
  served: readonly MediaFile[],
): Promise<Step[]> => {
  const { workspace, work } = task;
  const isEarlier = work.plays_earlier === 1;
  const current = served.find(({ name }) => name.startsWith('video.'));
  if (!isEarlier && current && current.key !== work.video_key) return [];
  const plan = planProgressive(source, await describeOriginal(workspace.openOriginal));
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
      if (isEarlier) await recordDuration(tx, task, source.durationMs);
      if (isLossless) await workspace.takeAsOriginal(tx, { video_key: key, content_type: MP4, size_bytes: sizeBytes });
    });
  };
  return [{ weight: isLossless ? 1 : 20, run }];
};

const newKey = (folder: string, lectureId: string, name: string): string =>
  `${folder}/${lectureId}/${newId()}-${name.toLowerCase()}`;

const imageSteps = ({ workspace, work, log }: ProcessingTask, source: Source, served: readonly MediaFile[]): Step[] => {
  const has = (prefix: string): boolean => served.some(({ name }) => name.startsWith(prefix));
  const poster: Step = {
    weight: 1,
    run: async (input) => {
      const from = join(workspace.output, 'poster.jpg');
      await makePoster(input, from);
      const key = newKey('posters', work.id, 'poster.jpg');
      await workspace.keep([{ key, from }], { put: [{ name: 'poster.jpg', key, contentType: JPEG }] });
    },
  };
  const storyboard: Step = {
    weight: 2,
    run: async (input) => {
      const plan = planStoryboard(source);
      try {
        await makeStoryboard(input, plan, workspace.output);
      } catch (error) {
        // Players work without a storyboard. A stop is no failure: the next attempt makes it.
        if (!(error instanceof ToolError) || error.problem === 'stopped') throw error;
        return log.warn({ lectureId: work.id, err: error }, 'a storyboard could not be made');
      }
      const names = Array.from({ length: plan.sheets }, (_, index) => `storyboard-${index + 1}.jpg`);
      const sheets = names.map((name) => ({ name, key: newKey('posters', work.id, name), contentType: JPEG }));
      const cues = { name: 'storyboard.vtt', key: newKey('posters', work.id, 'storyboard.vtt'), contentType: VTT };
      const stored = sheets.map(({ name, key }): NewFile => ({ key, from: join(workspace.output, name) }));
      const text = Buffer.from(storyboardCues(plan, source.durationMs));
      await workspace.keep([...stored, { key: cues.key, from: text }], { put: [...sheets, cues] });
    },
  };
  return [...(has('poster.') ? [] : [poster]), ...(has('storyboard.vtt') ? [] : [storyboard])];
};

const renditionSteps = (task: ProcessingTask, source: Source, served: readonly MediaFile[]): Step[] => {
  const { workspace, work } = task;
  const known = new Map(served.map(({ name, facts }) => [name, facts]));
  if (known.has('master.m3u8')) return [];
  const variants = new Map<string, VariantFacts>();

  const keepVariant = async (name: string): Promise<void> => {
    const [playlist, media] = [join(workspace.output, `${name}.m3u8`), join(workspace.output, `${name}.mp4`)];
    const facts = await measureVariant(playlist, media);
    const [playlistKey, mediaKey] = [
      newKey('renditions', work.id, `${name}.m3u8`),
      newKey('renditions', work.id, `${name}.mp4`),
    ];
    await workspace.keep(
      [
        { key: mediaKey, from: media },
        { key: playlistKey, from: await readFile(playlist) },
      ],
      {
        put: [
          { name: `${name}.mp4`, key: mediaKey, contentType: name === 'audio' ? 'audio/mp4' : MP4 },
          { name: `${name}.m3u8`, key: playlistKey, contentType: HLS, facts: JSON.stringify(facts) },
        ],
      },
    );
    variants.set(name, facts);
  };

  /** Whether a rendition is missing; records the facts of an existing one. */
  const isLacking = (name: string): boolean => {
    const facts = known.get(`${name}.m3u8`);
    if (facts === undefined || facts === null) return true;
    variants.set(name, VariantFacts.parse(JSON.parse(facts)));
    return false;
  };

  const audioSteps = (audio: AudioTrack): Step[] => {
    const run = async (input: EncodeInput): Promise<void> => {
      await makeAudio(input, audio, workspace.output);
      await keepVariant('audio');
    };
    return isLacking('audio') ? [{ weight: 2, run }] : [];
  };
  /** The largest is copied from the original where possible, which saves most of the work. */
  const makeSizes = async (input: EncodeInput, heights: readonly number[]): Promise<void> => {
    const { video, audio } = planStreams(source);
    if (heights[0] === LARGEST_HEIGHT && video === 'copy') {
      await copyRendition(input, LARGEST_HEIGHT, audio, workspace.output);
      const playlist = await readFile(join(workspace.output, `${LARGEST_HEIGHT}.m3u8`), 'utf8');
      if (longestSegmentSeconds(playlist) <= MAX_SEGMENT_SECONDS) return;
    }
    await makeRenditions(input, heights, workspace.output);
  };
  const sizeSteps = (heights: readonly number[]): Step[] => {
    const lacking = heights.filter((height) => isLacking(String(height)));
    const weight = lacking.reduce((sum, height) => sum + Math.max(1, (height / 240) ** 2), 0);
    const run = async (input: EncodeInput): Promise<void> => {
      await makeSizes(input, lacking);
      for (const height of lacking) await keepVariant(String(height));
    };
    return lacking.length > 0 ? [{ weight, run }] : [];
  };
  const sizes = planLadder(source.video);
  const small = sizes.filter((height) => height <= SMALL_HEIGHT);
  const large = sizes.filter((height) => height > SMALL_HEIGHT);
  const master: Step = {
    weight: 0,
    run: async () => {
      const list = [...variants].map(([name, facts]) => ({ ...facts, playlist: `${name}.m3u8` }));
      const key = newKey('renditions', work.id, 'master.m3u8');
      const from = Buffer.from(masterPlaylist(list));
      await workspace.keep([{ key, from }], { put: [{ name: 'master.m3u8', key, contentType: HLS }] });
    },
  };
  const ofSizes = [small, ...large.map((height) => [height])].flatMap(sizeSteps);
  return [...(source.audio ? audioSteps(source.audio) : []), ...ofSizes, master];
};
