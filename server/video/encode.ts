import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { heightOf, type ProgressivePlan } from './plan.ts';
import { guardedInput, type VideoTrack, type AudioTrack, type SourceFacts, withWrapper } from './probe.ts';
import { runTool, ToolError } from './run-tool.ts';

/** One run of ffmpeg. */
export interface EncodeInput {
  engine: Engine;
  /** The address of the original: `file:`, alone in its folder, or a web address. */
  url: string;
  source: SourceFacts & { video: VideoTrack };
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
}

const MAX_DURATION_SECONDS = 12 * 60 * 60;
const MAX_PIXELS = 35_389_440;
const MAX_FRAMES_PER_SECOND = 30.5;
const SEGMENT_SECONDS = 4;
const PROGRESSIVE_HEIGHT = 1080;

interface Quality {
  profile: 'high' | 'main';
  crf: number;
  maxKbps: number;
}

const qualityOf = (height: number): Quality => {
  if (height > 720) return { profile: 'high', crf: 23, maxKbps: 3000 };
  if (height > 480) return { profile: 'high', crf: 22, maxKbps: 1800 };
  if (height > 360) return { profile: 'main', crf: 23, maxKbps: 900 };
  return { profile: 'main', crf: 23, maxKbps: height > 240 ? 500 : 250 };
};

/** More CPU time than any valid file of this duration needs; at least ten minutes. */
const limitSeconds = ({ durationMs }: SourceFacts): number => Math.ceil(600 + (durationMs / 1000) * 20);

/** Arguments that contain no spaces. */
const words = (text: string): string[] => text.split(' ');

const run = async (input: EncodeInput, output: readonly string[], before: readonly string[] = []): Promise<void> => {
  const { engine, url, source, signal, onProgress } = input;
  const limit = limitSeconds(source);
  const args = [
    ...words(`-hide_banner -loglevel error -nostdin -y -max_alloc 536870912 -timelimit ${limit}`),
    ...words('-progress pipe:1 -stats_period 1'),
    ...words(`-max_pixels ${MAX_PIXELS} -t ${MAX_DURATION_SECONDS}`),
    ...before,
    ...guardedInput(url),
    ...output,
  ];
  await runTool({
    ...withWrapper(engine, engine.ffmpeg, args),
    timeoutMs: 2 * limit * 1000,
    signal,
    onLine: (line) => {
      const doneMs = Number(/^out_time_us=(\d+)/.exec(line)?.[1] ?? Number.NaN) / 1000;
      if (doneMs > 0 && source.durationMs > 0) onProgress?.(Math.min(1, doneMs / source.durationMs));
    },
  });
};

const frameRateOf = ({ framesPerSecond }: VideoTrack): number =>
  framesPerSecond > MAX_FRAMES_PER_SECOND ? framesPerSecond / Math.ceil(framesPerSecond / 30.5) : framesPerSecond;

/** Even sizes, the shorter side at most `height`. */
const filtersOf = (video: VideoTrack, height: number): string => {
  const short = Math.min(height, heightOf(video) - (heightOf(video) % 2)) || 2;
  const scale = video.width >= video.height ? `scale=-2:${short}` : `scale=${short}:-2`;
  const rate = `fps=${frameRateOf(video).toFixed(3)}`;
  return [...(video.isInterlaced ? ['yadif'] : []), rate, scale, 'setsar=1'].join(',');
};

const videoArgs = (video: VideoTrack, height: number): string[] => {
  const { profile, crf, maxKbps } = qualityOf(Math.min(height, heightOf(video)));
  const keyEvery = Math.max(1, Math.round(SEGMENT_SECONDS * frameRateOf(video)));
  return [
    ...words(`-vf ${filtersOf(video, height)} -c:v libx264 -preset veryfast -profile:v ${profile}`),
    ...words(`-crf ${crf} -maxrate ${maxKbps}k -bufsize ${2 * maxKbps}k -pix_fmt yuv420p`),
    ...words(`-sc_threshold 0 -g ${keyEvery} -keyint_min ${keyEvery}`),
  ];
};

const audioArgs = (audio: AudioTrack | undefined, how: ProgressivePlan['audio']): string[] => {
  if (!audio || how === 'none') return ['-an'];
  if (how === 'copy') return ['-c:a', 'copy'];
  const rate = audio.samplesPerSecond > 48_000 ? ['-ar', '48000'] : [];
  return [
    '-c:a',
    'aac',
    ...(audio.channels === 1 ? ['-b:a', '64k', '-ac', '1'] : ['-b:a', '96k', '-ac', '2']),
    ...rate,
  ];
};

const streamArgs = ({ video, audio }: EncodeInput['source']): string[] => [
  ...words(`-map 0:${video.streamIndex}`),
  ...(audio ? words(`-map 0:${audio.streamIndex}`) : []),
  ...words('-map_metadata -1 -map_chapters -1 -sn -dn'),
];

/** Writes an MP4 with its index first, which every browser plays. */
export const makeProgressive = async (input: EncodeInput, plan: ProgressivePlan, into: string): Promise<void> => {
  const { video, audio } = input.source;
  await run(input, [
    ...streamArgs(input.source),
    ...(plan.video === 'copy' ? ['-c:v', 'copy'] : videoArgs(video, PROGRESSIVE_HEIGHT)),
    ...audioArgs(audio, plan.audio),
    ...words('-movflags +faststart -f mp4'),
    `file:${into}`,
  ]);
};

const packaging = (folder: string, name: string): string[] => [
  ...words(`-f hls -hls_time ${SEGMENT_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4`),
  ...words('-hls_flags single_file+independent_segments -hls_segment_filename'),
  join(folder, `${name}.mp4`),
  join(folder, `${name}.m3u8`),
];

/**
 * Writes `<height>.mp4` and `<height>.m3u8` into a folder for each size, video and audio together, in segments of four
 * seconds. The original is decoded once for all of them.
 */
export const makeRenditions = async (input: EncodeInput, heights: readonly number[], folder: string): Promise<void> => {
  const outputs = heights.map((height) => [
    ...streamArgs(input.source),
    ...videoArgs(input.source.video, height),
    ...audioArgs(input.source.audio, 'encode'),
    ...packaging(folder, String(height)),
  ]);
  await run(input, outputs.flat());
};

/** Writes a rendition whose video track is copied, cut at its key frames. */
export const copyRendition = async (
  input: EncodeInput,
  height: number,
  audio: ProgressivePlan['audio'],
  folder: string,
): Promise<void> => {
  await run(input, [
    ...streamArgs(input.source),
    ...words('-c:v copy'),
    ...audioArgs(input.source.audio, audio),
    ...packaging(folder, String(height)),
  ]);
};

/** Writes `audio.mp4` and `audio.m3u8` into a folder. */
export const makeAudio = async (input: EncodeInput, audio: AudioTrack, folder: string): Promise<void> => {
  await run(input, [
    ...words(`-map 0:${audio.streamIndex} -vn -map_metadata -1 -map_chapters -1 -sn -dn`),
    ...audioArgs({ ...audio, channels: 1 }, 'encode'),
    ...packaging(folder, 'audio'),
  ]);
};

/** Writes an image of the video, up to 1280 pixels wide. */
export const makePoster = async (input: EncodeInput, into: string): Promise<void> => {
  const atSeconds = Math.min(10, input.source.durationMs / 10_000);
  await run(
    input,
    [
      ...words(`-map 0:${input.source.video.streamIndex} -frames:v 1 -vf`),
      String.raw`scale=min(1280\,iw):-2`,
      ...words('-q:v 4 -f image2 -update 1'),
      `file:${into}`,
    ],
    ['-ss', atSeconds.toFixed(3)],
  );
};

/** The layout of the images of a storyboard. */
export interface Storyboard {
  everyMs: number;
  tileWidth: number;
  tileHeight: number;
  tiles: number;
  sheets: number;
}

const TILE_PIXELS = 160;
const TILES_ACROSS = 10;
const TILES_PER_SHEET = TILES_ACROSS * TILES_ACROSS;
const MAX_SHEETS = 12;

/** An image for every second of a short video, for every ten of a long one, and never more than twelve sheets. */
export const planStoryboard = ({ durationMs, video }: EncodeInput['source']): Storyboard => {
  const wanted = Math.min(10_000, Math.max(1000, durationMs / TILES_PER_SHEET));
  const everyMs = Math.ceil(Math.max(wanted, durationMs / (MAX_SHEETS * TILES_PER_SHEET)) / 1000) * 1000;
  const tiles = Math.max(1, Math.ceil(durationMs / everyMs));
  const isWide = video.width >= video.height;
  const other = (length: number, along: number): number =>
    Math.max(2, Math.round((TILE_PIXELS * length) / along / 2) * 2);
  return {
    everyMs,
    tiles,
    sheets: Math.ceil(tiles / TILES_PER_SHEET),
    tileWidth: isWide ? TILE_PIXELS : other(video.width, video.height),
    tileHeight: isWide ? other(video.height, video.width) : TILE_PIXELS,
  };
};

/** Some decoders, such as Theora's, fail at a key frame whose predecessors were skipped; then every frame is decoded. */
const runOnKeyFrames = async (input: EncodeInput, output: readonly string[]): Promise<void> => {
  try {
    await run(input, output, ['-skip_frame', 'nokey']);
  } catch (error) {
    if (!(error instanceof ToolError && error.problem === 'failed')) throw error;
    await run(input, output);
  }
};

/** Writes `storyboard-1.jpg` and so on into a folder, from key frames alone where the decoder allows it. */
export const makeStoryboard = async (input: EncodeInput, storyboard: Storyboard, folder: string): Promise<void> => {
  const { everyMs, tileWidth, tileHeight, tiles, sheets } = storyboard;
  const across = Math.min(TILES_ACROSS, tiles);
  const down = Math.min(TILES_ACROSS, Math.ceil(tiles / across));
  const filters = [
    `fps=${1000 / everyMs}:start_time=0:round=up`,
    `scale=${tileWidth}:${tileHeight}`,
    'setsar=1',
    `tpad=stop=${tiles}:stop_mode=clone`,
    `tile=${across}x${down}`,
  ];
  await runOnKeyFrames(input, [
    ...words(`-map 0:${input.source.video.streamIndex} -an -vf ${filters.join(',')} -frames:v ${sheets}`),
    ...words('-q:v 6 -f image2'),
    `file:${join(folder, 'storyboard-%d.jpg')}`,
  ]);
};

const toTimestamp = (ms: number): string => {
  const part = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0');
  const seconds = ms / 1000;
  return `${part(seconds / 3600, 2)}:${part((seconds / 60) % 60, 2)}:${part(seconds % 60, 2)}.${part(ms % 1000, 3)}`;
};

/** The WebVTT index of the storyboard. */
export const storyboardCues = (storyboard: Storyboard, durationMs: number): string => {
  const { everyMs, tileWidth, tileHeight, tiles } = storyboard;
  const cues = Array.from({ length: tiles }, (_, index) => {
    const sheet = Math.floor(index / TILES_PER_SHEET) + 1;
    const place = index % TILES_PER_SHEET;
    const x = (place % TILES_ACROSS) * tileWidth;
    const y = Math.floor(place / TILES_ACROSS) * tileHeight;
    const end = Math.min((index + 1) * everyMs, Math.max(durationMs, index * everyMs + 1));
    const times = `${toTimestamp(index * everyMs)} --> ${toTimestamp(end)}`;
    return `${times}\nstoryboard-${sheet}.jpg#xywh=${x},${y},${tileWidth},${tileHeight}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
};
