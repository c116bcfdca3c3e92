import { type Box, boxesIn, type ReadAt, viewOf } from './boxes.ts';

const MAX_BOXES = 64;
/** Enough for a fragment of minutes. */
const MAX_BOX_BYTES = 256 * 1024;

/** The flags of a box, and a reader of its 32-bit numbers after them; 0 behind its end. */
export const fieldsOf = async (read: ReadAt, box: Box) => {
  const view = viewOf(await read(box.start, Math.min(MAX_BOX_BYTES, box.end - box.start)));
  let position = 4;
  const number = (): number => {
    position += 4;
    return position <= view.byteLength ? view.getUint32(position - 4) : 0;
  };
  const versionAndFlags = view.byteLength >= 4 ? view.getUint32(0) : 0;
  return {
    isWide: versionAndFlags >>> 24 === 1,
    flags: versionAndFlags & 0xff_ffff,
    number,
    hasMore: () => position < view.byteLength,
  };
};

type Fields = Awaited<ReturnType<typeof fieldsOf>>;

/** Skips the optional numbers in front of the one that `wanted` announces; undefined when it is not there. */
const optional = ({ flags, number }: Fields, before: readonly [flag: number, count: number][], wanted: number) => {
  for (const [flag, count] of before) if (flags & flag) for (let left = count; left > 0; left -= 1) number();
  return flags & wanted ? number() : undefined;
};

/** How to read the times of a track: units in a second, and the duration of a sample that says none. */
export interface TrackUnits {
  timeScale: number;
  sampleDuration: number;
}

/** When the fragment of a track ends, in milliseconds. */
const endOf = async (read: ReadAt, traf: Box, tracks: ReadonlyMap<number, TrackUnits>): Promise<number> => {
  const boxes = await boxesIn(read, traf, MAX_BOXES);
  const [tfhd, tfdt] = ['tfhd', 'tfdt'].map((name) => boxes.find((box) => box.name === name));
  if (!tfhd || !tfdt) return 0;
  const header = await fieldsOf(read, tfhd);
  const track = tracks.get(header.number());
  if (!track || track.timeScale === 0) return 0;
  const usual =
    optional(
      header,
      [
        [1, 2],
        [2, 1],
      ],
      8,
    ) ?? track.sampleDuration;
  const time = await fieldsOf(read, tfdt);
  let end = time.isWide ? time.number() * 2 ** 32 + time.number() : time.number();
  for (const trun of boxes.filter(({ name }) => name === 'trun')) {
    const fields = await fieldsOf(read, trun);
    const samples = fields.number();
    let duration = optional(
      fields,
      [
        [1, 1],
        [4, 1],
      ],
      0x100,
    );
    if (duration === undefined) end += samples * usual;
    for (let left = samples; left > 0 && duration !== undefined; left -= 1) {
      end += duration;
      for (const flag of [0x200, 0x400, 0x800]) if (fields.flags & flag) fields.number();
      duration = fields.hasMore() ? fields.number() : undefined;
    }
  }
  return (end * 1000) / track.timeScale;
};

/** When the last fragment ends: recordings that browsers write piece by piece have no length in their header. */
export const readFragmentsEnd = async (
  read: ReadAt,
  moof: Box,
  tracks: ReadonlyMap<number, TrackUnits>,
): Promise<number> => {
  let endMs = 0;
  for (const box of await boxesIn(read, moof, MAX_BOXES))
    if (box.name === 'traf') endMs = Math.max(endMs, await endOf(read, box, tracks));
  return endMs;
};
