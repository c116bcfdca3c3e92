import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { MAX_DURATION_MS } from './measure.ts';
import { fitInto, heightOf, type ProgressivePlan } from './plan.ts';
import { guardedInput, withWrapper } from './probe.ts';
import type { Recording, Sound } from './recording.ts';
import { runTool } from './run-tool.ts';

/** One run of ffmpeg. */
export interface EncodeInput {
  engine: Engine;
  /** The address of the original: `file:`, alone in its folder, or a web address. */
  url: string;
  recording: Recording;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
}

const MAX_PIXELS = 35_389_440;
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
const cpuLimitMs = ({ durationMs }: Recording): number => 600_000 + durationMs * 20;
/** With low priority on a busy machine, it may get a tenth of a processor. */
const CLOCK_PER_CPU = 10;

export const inSeconds = (ms: number): string => (ms / 1000).toFixed(3);

/** Arguments that contain no spaces. */
export const words = (text: string): string[] => text.split(' ');

export const run = async (
  input: EncodeInput,
  output: readonly string[],
  before: readonly string[] = [],
): Promise<void> => {
  const { engine, url, recording, signal, onProgress } = input;
  const cpuMs = cpuLimitMs(recording);
  const args = [
    ...words(`-hide_banner -loglevel error -nostdin -y -max_alloc 536870912`),
    ...words('-progress pipe:1 -stats_period 1'),
    ...words(`-max_pixels ${MAX_PIXELS} -t ${MAX_DURATION_MS / 1000}`),
    ...before,
    ...(recording.offsetMs > 0 ? ['-itsoffset', inSeconds(-recording.offsetMs)] : []),
    ...guardedInput(url),
    ...output,
  ];
  await runTool({
    ...withWrapper(engine, engine.ffmpeg, args),
    cpuMs,
    timeoutMs: CLOCK_PER_CPU * cpuMs,
    signal,
    onLine: (line) => {
      const doneMs = Number(/^out_time_us=(\d+)/.exec(line)?.[1] ?? Number.NaN) / 1000;
      if (doneMs > 0 && recording.durationMs > 0) onProgress?.(Math.min(1, doneMs / recording.durationMs));
    },
  });
};

/** Light above that of a white page is compressed, and what is below stays. BT.709 is what every screen shows. */
const TONE_MAP = 't=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=tv';
const HD = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709';
const SD = 'setparams=colorspace=smpte170m:color_primaries=smpte170m:color_trc=smpte170m';
const HD_LINES = 720;

const known = (name: string, otherwise: string): string => (name === 'unknown' ? otherwise : name);

/**
 * A size with square pixels, in colours that every screen shows, and tagged: players guess them by the size otherwise. `timing`
 * comes before the costly filters.
 */
export const pictureFilters = (
  { engine, recording: { picture } }: EncodeInput,
  { width, height }: { width: number; height: number },
  timing: readonly string[] = [],
): string => {
  const size = `scale=${width}:${height}`;
  const { matrix, primaries, curve } = picture.colours;
  const from = `min=${known(matrix, 'bt2020nc')}:pin=${known(primaries, 'bt2020')}:tin=${curve}`;
  const inColours = {
    hdr: engine.canToneMap ? [size, `zscale=${from}:${TONE_MAP}`] : [size],
    rgb: [`${size}:out_color_matrix=bt709`, 'format=yuv420p', HD],
    untagged: [size, heightOf(picture) >= HD_LINES ? HD : SD],
    tagged: [size],
  }[picture.colour];
  const deinterlaced = picture.isInterlaced ? ['yadif'] : [];
  return [...deinterlaced, ...timing, ...inColours, 'setsar=1', 'format=yuv420p'].join(',');
};

/** From the first moment to the last: the first picture is shown earlier, the last one longer, where there is none. */
const videoArgs = (input: EncodeInput, lines: number): string[] => {
  const { picture } = input.recording;
  const size = fitInto(picture, lines);
  const { profile, crf, maxKbps } = qualityOf(heightOf(size));
  const keyEvery = Math.max(1, Math.round(SEGMENT_SECONDS * picture.encodedRate));
  const filters = pictureFilters(input, size, [`fps=${picture.encodedRate.toFixed(3)}:start_time=0`]);
  return [
    ...words(`-vf ${filters},tpad=stop=-1:stop_mode=clone -c:v libx264 -preset veryfast -profile:v ${profile}`),
    ...words(`-crf ${crf} -maxrate ${maxKbps}k -bufsize ${2 * maxKbps}k -pix_fmt yuv420p`),
    ...words(`-sc_threshold 0 -g ${keyEvery} -keyint_min ${keyEvery}`),
  ];
};

/** Silence where there is no sound: players stop for good at the end of a track. */
const audioArgs = (sound: Sound | undefined, how: ProgressivePlan['audio']): string[] => {
  if (!sound || how === 'none') return ['-an'];
  // Sound of transport packets has a header in each of them, which an MP4 must not have.
  if (how === 'copy') return words('-c:a copy -bsf:a aac_adtstoasc');
  // The silence that an encoder begins with is longer at a lower rate, and delays the picture.
  const isUsual = sound.samplesPerSecond >= 32_000 && sound.samplesPerSecond <= 48_000;
  const rate = isUsual ? [] : words('-ar 48000');
  return [
    ...words('-af aresample=async=1:first_pts=0,apad -c:a aac'),
    ...words(sound.channels === 1 ? '-b:a 64k -ac 1' : '-b:a 96k -ac 2'),
    ...rate,
  ];
};

const PLAIN = '-map_metadata -1 -map_chapters -1 -sn -dn';

/** Both tracks, over the whole length. */
const streamArgs = ({ picture, sound, durationMs }: Recording): string[] => [
  ...words(`-map 0:${picture.streamIndex}`),
  ...(sound ? words(`-map 0:${sound.streamIndex}`) : []),
  ...words(`${PLAIN} -t ${inSeconds(durationMs)}`),
];

/** Writes an MP4 with its index first, which every browser plays. */
export const makeProgressive = async (input: EncodeInput, plan: ProgressivePlan, into: string): Promise<void> => {
  const { recording } = input;
  await run(input, [
    ...streamArgs(recording),
    ...(plan.video === 'copy' ? ['-c:v', 'copy'] : videoArgs(input, PROGRESSIVE_HEIGHT)),
    ...audioArgs(recording.sound, plan.audio),
    ...words('-movflags +faststart -f mp4'),
    `file:${into}`,
  ]);
};

/** Each track begins at its own time: players of segments do not read edit lists, which would delay one of them. */
const packaging = (folder: string, name: string): string[] => [
  ...words(`-f hls -hls_time ${SEGMENT_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4`),
  ...words('-hls_segment_options movflags=+frag_discont'),
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
    ...streamArgs(input.recording),
    ...videoArgs(input, height),
    // Frames in the order of their times need no edit list either.
    ...words('-bf 0'),
    ...audioArgs(input.recording.sound, 'encode'),
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
    ...streamArgs(input.recording),
    ...words('-c:v copy'),
    ...audioArgs(input.recording.sound, audio),
    ...packaging(folder, String(height)),
  ]);
};

/** Writes `audio.mp4` and `audio.m3u8` into a folder. Both channels stay: mixed into one, those of opposite phase are silent. */
export const makeAudio = async (input: EncodeInput, sound: Sound, folder: string): Promise<void> => {
  await run(input, [
    ...words(`-map 0:${sound.streamIndex} -vn ${PLAIN} -t ${inSeconds(input.recording.durationMs)}`),
    ...audioArgs(sound, 'encode'),
    ...words('-b:a 64k'),
    ...packaging(folder, 'audio'),
  ]);
};
