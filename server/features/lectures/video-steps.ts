import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { LectureRow, VideoFailure } from '#server/database/learning-tables.ts';
import { Failure } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import {
  copyRendition,
  type EncodeInput,
  makePoster,
  makeProgressive,
  makeRendition,
  makeSound,
  makeStoryboard,
  planStoryboard,
  storyboardCues,
} from '#server/video/encode.ts';
import type { Engine } from '#server/video/engine.ts';
import { inspectVideo } from '#server/video/inspect.ts';
import { LARGEST_LINES, planLadder, planProgressive, planStreams } from '#server/video/plan.ts';
import { longestPieceSeconds, masterPlaylist, measureVariant, VariantFacts } from '#server/video/playlist.ts';
import { probe, type SoundFacts } from '#server/video/probe.ts';
import { ToolError } from '#server/video/run-tool.ts';
import { isMadeOfVideo, type NewMediaFile } from './media-files.ts';
import { listServed, type MediaFile } from './media-files.queries.ts';
import { markPlayable, setDuration, type WorkInHand } from './processing.queries.ts';

/** A video that no attempt will make usable. */
export class UnusableVideoError extends Error {
  readonly failure: VideoFailure;

  constructor(failure: VideoFailure, cause?: unknown) {
    super(`the video is ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Where one video is worked on. */
export interface Bench {
  engine: Engine;
  /** Path of the original, alone in its folder. */
  input: string;
  /** Folder for what is made. */
  output: string;
  signal: AbortSignal;
  onProgress(share: number): void;
  /** Stores files and makes them served, if the video is still in hand. */
  keep(
    stored: readonly NewFile[],
    revision: { put: readonly NewMediaFile[]; remove?: readonly string[] },
    also?: (tx: Tx) => Promise<void>,
  ): Promise<void>;
  /** A lossless copy takes the place of the original. */
  takeAsOriginal(tx: Tx, original: Pick<LectureRow, 'video_key' | 'content_type' | 'size_bytes'>): Promise<void>;
}

export interface VideoToProcess {
  bench: Bench;
  work: WorkInHand;
  database: Database;
  clock: Clock;
  catalogTopic: string;
}

type Source = EncodeInput['source'];

/** One thing to make: it is skipped when a file of its name is there already, so that a second try goes on. */
interface Step {
  weight: number;
  run(input: EncodeInput): Promise<void>;
}

const examine = async ({ engine, input, signal }: Bench): Promise<Source> => {
  try {
    const { picture, ...facts } = await probe(engine, input, signal);
    if (!picture || picture.width < 2 || picture.height < 2) throw new UnusableVideoError('noPicture');
    return { ...facts, picture };
  } catch (error) {
    const isTheirs = error instanceof ToolError && (error.problem === 'failed' || error.problem === 'timeout');
    throw isTheirs ? new UnusableVideoError('unreadable', error) : error;
  }
};

/** The original is looked at by its bytes: its container, and whether playing can begin before its end. */
const describeOriginal = async (path: string): Promise<{ extension: string; isFastStart: boolean }> => {
  try {
    return await inspectVideo(path);
  } catch (error) {
    if (error instanceof Failure) return { extension: 'unknown', isFastStart: false };
    throw error;
  }
};

/** Players load a whole piece before they show where a person jumped to. */
const LONGEST_PIECE_SECONDS = 10;
const MP4 = 'video/mp4';
const HLS = 'application/vnd.apple.mpegurl';
const JPEG = 'image/jpeg';
const VTT = 'text/vtt; charset=utf-8';

/** Makes what is missing for one video: a version that plays everywhere, pictures, then the sizes. */
export const processVideo = async (video: VideoToProcess): Promise<void> => {
  const { bench, work, database, clock } = video;
  const source = await examine(bench);
  const isEarlier = work.plays_earlier === 1;
  if (work.duration_ms === null && !isEarlier)
    await database.transaction((tx) => tellDuration(tx, video, source.durationMs));
  const served = await listServed(database.db, {
    lectureId: work.id,
    version: work.video_version,
    now: clock.now(),
  });
  const there = isEarlier ? [] : served;
  const steps = [
    ...(await progressiveSteps(video, source, served)),
    ...pictureSteps(video, source, there),
    ...ladderSteps(video, source, there),
  ];
  const total = steps.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  for (const { weight, run } of steps) {
    const onProgress = (share: number): void => bench.onProgress((done + weight * share) / total);
    await run({ engine: bench.engine, path: bench.input, source, signal: bench.signal, onProgress });
    done += weight;
    bench.onProgress(done / total);
  }
};

const tellDuration = async (tx: Tx, { work, database, catalogTopic }: VideoToProcess, durationMs: number) => {
  if (durationMs <= 0) return;
  await setDuration(tx, work.id, durationMs);
  await database.topics.raise(tx, catalogTopic);
};

const progressiveSteps = async (
  video: VideoToProcess,
  source: Source,
  served: readonly MediaFile[],
): Promise<Step[]> => {
  const { bench, work } = video;
  const isEarlier = work.plays_earlier === 1;
  const current = served.find(({ name }) => name.startsWith('video.'));
  if (!isEarlier && current && current.key !== work.video_key) return [];
  const plan = planProgressive(source, await describeOriginal(bench.input));
  if (!isEarlier && plan.how === 'keep') return [];
  const isLossless = plan.picture === 'copy' && plan.sound !== 'encode';
  const run = async (input: EncodeInput): Promise<void> => {
    const path = join(bench.output, 'video.mp4');
    await makeProgressive(input, plan, path);
    const { size: sizeBytes } = await stat(path);
    const key = `videos/${work.id}-${newId()}.mp4`;
    const isReplaced = (name: string): boolean => (isEarlier ? isMadeOfVideo(name) : name === current?.name);
    const remove = served.map(({ name }) => name).filter((name) => name !== 'video.mp4' && isReplaced(name));
    const put = [{ name: 'video.mp4', key, contentType: MP4 }];
    await bench.keep([{ key, from: path }], { put, remove }, async (tx) => {
      await markPlayable(tx, work.id);
      if (isEarlier) await tellDuration(tx, video, source.durationMs);
      if (isLossless) await bench.takeAsOriginal(tx, { video_key: key, content_type: MP4, size_bytes: sizeBytes });
    });
  };
  return [{ weight: isLossless ? 1 : 20, run }];
};

const newKey = (folder: string, lectureId: string, name: string): string =>
  `${folder}/${lectureId}/${newId()}-${name.toLowerCase()}`;

const pictureSteps = ({ bench, work }: VideoToProcess, source: Source, served: readonly MediaFile[]): Step[] => {
  const has = (prefix: string): boolean => served.some(({ name }) => name.startsWith(prefix));
  const poster: Step = {
    weight: 1,
    run: async (input) => {
      const from = join(bench.output, 'poster.jpg');
      await makePoster(input, from);
      const key = newKey('posters', work.id, 'poster.jpg');
      await bench.keep([{ key, from }], { put: [{ name: 'poster.jpg', key, contentType: JPEG }] });
    },
  };
  const storyboard: Step = {
    weight: 2,
    run: async (input) => {
      const plan = planStoryboard(source);
      await makeStoryboard(input, plan, bench.output);
      const names = Array.from({ length: plan.sheets }, (_, index) => `storyboard-${index + 1}.jpg`);
      const sheets = names.map((name) => ({ name, key: newKey('posters', work.id, name), contentType: JPEG }));
      const cues = { name: 'storyboard.vtt', key: newKey('posters', work.id, 'storyboard.vtt'), contentType: VTT };
      const stored = sheets.map(({ name, key }): NewFile => ({ key, from: join(bench.output, name) }));
      const text = Buffer.from(storyboardCues(plan, source.durationMs));
      await bench.keep([...stored, { key: cues.key, from: text }], { put: [...sheets, cues] });
    },
  };
  return [...(has('poster.') ? [] : [poster]), ...(has('storyboard.vtt') ? [] : [storyboard])];
};

const ladderSteps = (video: VideoToProcess, source: Source, served: readonly MediaFile[]): Step[] => {
  const { bench, work } = video;
  const known = new Map(served.map(({ name, facts }) => [name, facts]));
  if (known.has('master.m3u8')) return [];
  const variants = new Map<string, VariantFacts>();

  const keepVariant = async (name: string): Promise<void> => {
    const [playlist, media] = [join(bench.output, `${name}.m3u8`), join(bench.output, `${name}.mp4`)];
    const facts = await measureVariant(playlist, media);
    const [playlistKey, mediaKey] = [
      newKey('renditions', work.id, `${name}.m3u8`),
      newKey('renditions', work.id, `${name}.mp4`),
    ];
    await bench.keep(
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

  const step = (name: string, weight: number, make: (input: EncodeInput) => Promise<void>): Step => {
    const facts = known.get(`${name}.m3u8`);
    if (facts !== undefined && facts !== null) {
      variants.set(name, VariantFacts.parse(JSON.parse(facts)));
      return { weight: 0, run: async () => undefined };
    }
    const run = async (input: EncodeInput): Promise<void> => {
      await make(input);
      await keepVariant(name);
    };
    return { weight, run };
  };

  const soundStep = (sound: SoundFacts): Step => step('audio', 2, (input) => makeSound(input, sound, bench.output));
  /** The largest is cut from the picture as it came where that can be done: that spares most of the work. */
  const makeSize = async (input: EncodeInput, lines: number): Promise<void> => {
    const { picture, sound } = planStreams(source);
    if (lines === LARGEST_LINES && picture === 'copy') {
      await copyRendition(input, lines, sound, bench.output);
      const playlist = await readFile(join(bench.output, `${lines}.m3u8`), 'utf8');
      if (longestPieceSeconds(playlist) <= LONGEST_PIECE_SECONDS) return;
    }
    await makeRendition(input, lines, bench.output);
  };
  const sizes = planLadder(source.picture).map((lines) =>
    step(String(lines), Math.max(1, (lines / 240) ** 2), (input) => makeSize(input, lines)),
  );
  const master: Step = {
    weight: 0,
    run: async () => {
      const list = [...variants].map(([name, facts]) => ({ ...facts, playlist: `${name}.m3u8` }));
      const key = newKey('renditions', work.id, 'master.m3u8');
      const from = Buffer.from(masterPlaylist(list));
      await bench.keep([{ key, from }], { put: [{ name: 'master.m3u8', key, contentType: HLS }] });
    },
  };
  return [...(source.sound ? [soundStep(source.sound)] : []), ...sizes, master];
};
