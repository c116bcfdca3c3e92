import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type EncodeInput, inSeconds, pictureFilters, run, words } from './encode.ts';
import { fitInto } from './plan.ts';
import type { Recording } from './recording.ts';
import { ToolError } from './run-tool.ts';

const isFailure = (error: unknown): boolean => error instanceof ToolError && error.problem === 'failed';

/** ffmpeg ends well without a file when there is no picture at that time. */
const assertMade = async (path: string): Promise<void> => {
  const isMade = await stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );
  if (!isMade) throw new ToolError('ffmpeg', 'failed', `${path} was not made`);
};

/** Writes an image of the video, up to 1280 pixels wide: from a tenth of its length, or the first one. */
export const makePoster = async (input: EncodeInput, into: string): Promise<void> => {
  const { picture } = input.recording;
  const size = fitInto(picture, 1280, 1280);
  const output = [
    ...words(`-map 0:${picture.streamIndex} -frames:v 1`),
    ...words(`-vf ${pictureFilters(input, size)} -q:v 4 -f image2 -update 1`),
    `file:${into}`,
  ];
  const atMs = picture.startMs + Math.min(10_000, (picture.endMs - picture.startMs) / 10);
  try {
    await run(input, output, ['-ss', inSeconds(atMs)]);
    await assertMade(into);
  } catch (error) {
    if (!isFailure(error)) throw error;
    await run(input, output);
    await assertMade(into);
  }
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
export const planStoryboard = ({ durationMs, picture }: Recording): Storyboard => {
  const wanted = Math.min(10_000, Math.max(1000, durationMs / TILES_PER_SHEET));
  const everyMs = Math.ceil(Math.max(wanted, durationMs / (MAX_SHEETS * TILES_PER_SHEET)) / 1000) * 1000;
  const tiles = Math.max(1, Math.ceil(durationMs / everyMs));
  const tile = fitInto(picture, TILE_PIXELS, TILE_PIXELS);
  return {
    everyMs,
    tiles,
    sheets: Math.ceil(tiles / TILES_PER_SHEET),
    tileWidth: tile.width,
    tileHeight: tile.height,
  };
};

/** Some decoders, such as Theora's, fail at a key frame whose predecessors were skipped; then every frame is decoded. */
const runOnKeyFrames = async (input: EncodeInput, output: readonly string[]): Promise<void> => {
  try {
    await run(input, output, ['-skip_frame', 'nokey']);
  } catch (error) {
    if (!isFailure(error)) throw error;
    await run(input, output);
  }
};

/** Writes `storyboard-1.jpg` and so on into a folder, from key frames alone where the decoder allows it. */
export const makeStoryboard = async (input: EncodeInput, storyboard: Storyboard, folder: string): Promise<void> => {
  const { everyMs, tileWidth, tileHeight, tiles, sheets } = storyboard;
  const across = Math.min(TILES_ACROSS, tiles);
  const down = Math.min(TILES_ACROSS, Math.ceil(tiles / across));
  const filters = [
    pictureFilters(input, { width: tileWidth, height: tileHeight }, [`fps=${1000 / everyMs}:start_time=0:round=up`]),
    `tpad=stop=${tiles}:stop_mode=clone`,
    `tile=${across}x${down}`,
  ];
  await runOnKeyFrames(input, [
    ...words(`-map 0:${input.recording.picture.streamIndex} -an -vf ${filters.join(',')} -frames:v ${sheets}`),
    ...words('-q:v 6 -f image2'),
    `file:${join(folder, 'storyboard-%d.jpg')}`,
  ]);
  for (let sheet = 1; sheet <= sheets; sheet += 1) await assertMade(join(folder, `storyboard-${sheet}.jpg`));
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
