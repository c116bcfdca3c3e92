/** Reads `length` bytes at `position`; fewer only at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

export interface Box {
  name: string;
  /** Where the content begins and where the box ends. */
  start: number;
  end: number;
}

/** The structure of the file is invalid. */
export class BrokenBoxError extends Error {}

const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;
/** A name is four printable characters; © is common in QuickTime. */
const NAME = /^[\x20-\x7e\xa9]{4}$/;

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Each byte as the character of that number. */
export const latin1 = (bytes: Uint8Array, start = 0, end: number = bytes.length): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** The box at `position`, whose container ends at `limit`; undefined when there is no box. */
export const readBox = async (read: ReadAt, position: number, limit: number): Promise<Box | undefined> => {
  const header = await read(position, Math.min(LARGE_HEADER_BYTES, limit - position));
  if (header.length < HEADER_BYTES) return undefined;
  const name = latin1(header, 4, 8);
  if (!NAME.test(name)) return undefined;
  const view = viewOf(header);
  const size32 = view.getUint32(0);
  if (size32 === 0) return { name, start: position + HEADER_BYTES, end: limit };
  const isLarge = size32 === 1;
  if (isLarge && header.length < LARGE_HEADER_BYTES) throw new BrokenBoxError(`${name} has no size`);
  const size = isLarge ? Number(view.getBigUint64(8)) : size32;
  const headerBytes = isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES;
  if (size < headerBytes) return undefined;
  if (size > limit - position) throw new BrokenBoxError(`${name} ends after its container`);
  return { name, start: position + headerBytes, end: position + size };
};

/** The boxes directly inside a box, up to `max` of them. */
export const boxesIn = async (
  read: ReadAt,
  { start, end }: Pick<Box, 'start' | 'end'>,
  max: number,
): Promise<Box[]> => {
  const boxes: Box[] = [];
  for (let position = start; position < end && boxes.length < max;) {
    const box = await readBox(read, position, end);
    if (!box) break;
    boxes.push(box);
    position = box.end;
  }
  return boxes;
};
