import { type Box, boxesIn, BrokenBoxError, latin1, type ReadAt, readBox, viewOf } from './boxes.ts';
import { fieldsOf, readFragmentsEnd, type TrackUnits } from './fragments.ts';

export interface Mp4Facts {
  /** Unknown for some files that were recorded in fragments. */
  durationMs: number | undefined;
  tracks: Track[];
  /** Whether playing can begin before the whole file has arrived. */
  isFastStart: boolean;
}

const MAX_OUTER_BOXES = 50_000;
const MAX_INNER_BOXES = 512;
const MAX_TRACKS = 16;
/** Boxes with the media: a file that is cut off inside one of them is damaged. */
const ESSENTIAL = new Set(['ftyp', 'moov', 'mdat', 'moof']);

interface Outline {
  moov: Box | undefined;
  /** Where samples begin. */
  media: number | undefined;
  /** The header of the last fragment whose samples are all there. */
  lastFragment: Box | undefined;
}

/**
 * Walks the outermost boxes; a file that was cut off ends inside one of them. Junk after the last is tolerated, and so is a last
 * fragment that the end of a recording cut off: recorders write fragments so that the earlier ones play.
 */
const outline = async (read: ReadAt, fileBytes: number): Promise<Outline> => {
  const found: Outline = { moov: undefined, media: undefined, lastFragment: undefined };
  let position = 0;
  let fragment: Box | undefined;
  for (let count = 0; position < fileBytes && count < MAX_OUTER_BOXES; count += 1) {
    let box: Box | undefined;
    try {
      box = await readBox(read, position, fileBytes);
    } catch (error) {
      const name = latin1(await read(position + 4, 4));
      const isCutOff = found.lastFragment === undefined && (found.media === undefined || ESSENTIAL.has(name));
      if (found.moov && !isCutOff) return found;
      throw error;
    }
    if (!box) break;
    if (box.name === 'moov') found.moov ??= box;
    if (box.name === 'mdat' || box.name === 'moof') found.media ??= position;
    if (box.name === 'moof') fragment = box;
    if (box.name === 'mdat') found.lastFragment = fragment;
    position = box.end;
  }
  return found;
};

const childOf = async (read: ReadAt, parent: Box | undefined, name: string): Promise<Box | undefined> =>
  parent && (await boxesIn(read, parent, MAX_INNER_BOXES)).find((box) => box.name === name);

const descend = async (read: ReadAt, from: Box, path: readonly string[]): Promise<Box | undefined> => {
  let box: Box | undefined = from;
  for (const name of path) box = await childOf(read, box, name);
  return box;
};

/** The first bytes of a box, all of them there. */
const contentOf = async (read: ReadAt, box: Box, bytes: number): Promise<DataView> => {
  const content = await read(box.start, Math.min(bytes, box.end - box.start));
  if (content.length < bytes) throw new BrokenBoxError(`${box.name} is too short`);
  return viewOf(content);
};

interface TimeHeader {
  timeScale: number;
  /** In units of the time scale; all ones and zero stand for "unknown". */
  duration: bigint;
}

/** `mvhd` and `mdhd`: version and flags, two dates, time scale and duration, in 32 or 64 bits. */
const readTimeHeader = async (read: ReadAt, header: Box): Promise<TimeHeader> => {
  const isWide = (await contentOf(read, header, 1)).getUint8(0) === 1;
  const content = await contentOf(read, header, isWide ? 32 : 20);
  const duration = isWide ? content.getBigUint64(24) : BigInt(content.getUint32(16));
  const isUnknown = duration === (isWide ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn);
  return { timeScale: content.getUint32(isWide ? 20 : 12), duration: isUnknown ? 0n : duration };
};

const toMs = ({ timeScale, duration }: TimeHeader): number | undefined => {
  const durationMs = timeScale === 0 ? 0 : Math.round((Number(duration) * 1000) / timeScale);
  return durationMs > 0 && Number.isSafeInteger(durationMs) ? durationMs : undefined;
};

/** Files in fragments may say their length in `mvex/mehd`, in the time scale of `mvhd`. */
const readFragmentsDuration = async (read: ReadAt, moov: Box): Promise<bigint> => {
  const mehd = await descend(read, moov, ['mvex', 'mehd']);
  if (!mehd) return 0n;
  const isWide = (await contentOf(read, mehd, 1)).getUint8(0) === 1;
  const content = await contentOf(read, mehd, isWide ? 12 : 8);
  return isWide ? content.getBigUint64(4) : BigInt(content.getUint32(4));
};

/** The units of the tracks by their ids, for their fragments. */
const readUnits = async (read: ReadAt, moov: Box, tracks: readonly Track[]): Promise<Map<number, TrackUnits>> => {
  const mvex = await childOf(read, moov, 'mvex');
  const usual = new Map<number, number>();
  for (const trex of mvex ? await boxesIn(read, mvex, MAX_INNER_BOXES) : []) {
    if (trex.name !== 'trex') continue;
    const { number } = await fieldsOf(read, trex);
    const [id, , sampleDuration] = [number(), number(), number()];
    usual.set(id, sampleDuration);
  }
  return new Map(tracks.map(({ id, timeScale }) => [id, { timeScale, sampleDuration: usual.get(id) ?? 0 }]));
};

const readDurationMs = async (
  read: ReadAt,
  { moov, mvhd, tracks, lastFragment }: Lengths,
): Promise<number | undefined> => {
  const header = await readTimeHeader(read, mvhd);
  const inFragments = { ...header, duration: await readFragmentsDuration(read, moov) };
  const longestMs = Math.max(0, ...tracks.map(({ durationMs }) => durationMs ?? 0));
  const saidMs = toMs(header) ?? toMs(inFragments) ?? (longestMs > 0 ? longestMs : undefined);
  if (saidMs !== undefined || !lastFragment) return saidMs;
  const endMs = Math.round(await readFragmentsEnd(read, lastFragment, await readUnits(read, moov, tracks)));
  return endMs > 0 && Number.isSafeInteger(endMs) ? endMs : undefined;
};

interface Lengths {
  moov: Box;
  mvhd: Box;
  tracks: readonly Track[];
  lastFragment: Box | undefined;
}

export interface Track {
  id: number;
  timeScale: number;
  /** `vide`, `soun`, or the code of something else, such as subtitles. */
  kind: string;
  /** How its samples are encoded: a box named by the codec, such as `avc1` and `mp4a`. */
  format: Box | undefined;
  durationMs: number | undefined;
  /** Where the last chunk of samples begins. */
  lastChunk: number;
}

const readLastChunk = async (read: ReadAt, sampleTable: Box): Promise<number> => {
  const tables = await boxesIn(read, sampleTable, MAX_INNER_BOXES);
  const table = tables.find((box) => box.name === 'stco' || box.name === 'co64');
  if (!table) return 0;
  const entryBytes = table.name === 'co64' ? 8 : 4;
  const count = (await contentOf(read, table, 8)).getUint32(4);
  if (count === 0) return 0;
  const position = table.start + 8 + (count - 1) * entryBytes;
  if (position + entryBytes > table.end) throw new BrokenBoxError(`${table.name} is too short`);
  const entry = await contentOf(read, { name: table.name, start: position, end: table.end }, entryBytes);
  return entryBytes === 8 ? Number(entry.getBigUint64(0)) : entry.getUint32(0);
};

/** Behind two dates. */
const readTrackId = async (read: ReadAt, tkhd: Box): Promise<number> => {
  const { isWide, number } = await fieldsOf(read, tkhd);
  for (let left = isWide ? 4 : 2; left > 0; left -= 1) number();
  return number();
};

const readTrack = async (read: ReadAt, trak: Box): Promise<Track | undefined> => {
  const mdia = await childOf(read, trak, 'mdia');
  const handler = await childOf(read, mdia, 'hdlr');
  const header = await childOf(read, mdia, 'mdhd');
  const samples = mdia && (await descend(read, mdia, ['minf', 'stbl']));
  if (!handler || !header || !samples) return undefined;
  await contentOf(read, handler, 12);
  const kind = latin1(await read(handler.start + 8, 4));
  const formats = await childOf(read, samples, 'stsd');
  const tkhd = await childOf(read, trak, 'tkhd');
  const times = await readTimeHeader(read, header);
  return {
    id: tkhd ? await readTrackId(read, tkhd) : 0,
    timeScale: times.timeScale,
    kind,
    format: formats && (await readBox(read, formats.start + 8, formats.end)),
    durationMs: toMs(times),
    lastChunk: await readLastChunk(read, samples),
  };
};

/**
 * Reads the facts about an MP4 or QuickTime file from its boxes, with small reads at the places that matter. Throws
 * BrokenBoxError for a file that is cut off or contradicts itself. However hostile the bytes, the work is bounded.
 */
export const readMp4 = async (read: ReadAt, fileBytes: number): Promise<Mp4Facts> => {
  const { moov, media, lastFragment } = await outline(read, fileBytes);
  if (!moov || media === undefined) throw new BrokenBoxError(moov ? 'no samples' : 'no moov box');
  const children = await boxesIn(read, moov, MAX_INNER_BOXES);
  const mvhd = children.find((box) => box.name === 'mvhd');
  if (!mvhd) throw new BrokenBoxError('no mvhd box');
  const tracks: Track[] = [];
  for (const trak of children.filter((box) => box.name === 'trak').slice(0, MAX_TRACKS)) {
    const track = await readTrack(read, trak);
    if (track) tracks.push(track);
  }
  if (tracks.some(({ lastChunk }) => lastChunk >= fileBytes)) throw new BrokenBoxError('samples after the end');
  return {
    durationMs: await readDurationMs(read, { moov, mvhd, tracks, lastFragment }),
    tracks,
    isFastStart: moov.start < media,
  };
};

/** The codec of the first track of a kind; undefined when there is none. */
export const codecOf = ({ tracks }: Mp4Facts, kind: 'vide' | 'soun'): string | undefined =>
  tracks.find((track) => track.kind === kind)?.format?.name;
