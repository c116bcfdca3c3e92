import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const ENTRY = 0x02014b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END = 0x06054b50;
/** Sizes follow the bytes; names are UTF-8. */
const FLAGS = 0x0808;
/** With sizes of 64 bits. */
const VERSION = 45;
/** Short parts, such as lines, are written together. */
const WRITTEN_TOGETHER = 64 * 1024;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
const MODE = (0o100644 << 16) >>> 0;

/** Fields of 2, 4 and 8 bytes one after the other. */
const fields = (...values: [bytes: 2 | 4 | 8, value: number][]): Buffer => {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
};

/** As ZIP has it: two seconds are its smallest unit, and 1980 its first year. In UTC, which it cannot say. */
const dosTime = (atMs: number): [[2, number], [2, number]] => {
  const at = new Date(atMs);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = (Math.max(at.getUTCFullYear() - 1980, 0) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, date],
  ];
};

export interface ZipWriter {
  /** Adds a file, as it is, while it is read. Returns its size. */
  add(name: string, bytes: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>): Promise<number>;
  /** Adds the list of files. Nothing may be added after it. */
  finish(): Promise<void>;
}

/**
 * Writes a ZIP of any size in order and without knowing sizes before (APPNOTE.TXT 6.3, ZIP64). Files are stored without
 * compression: videos are most of them. One chunk is in memory at a time, and 100 bytes for each file.
 */
export const createZipWriter = (write: (bytes: Uint8Array) => Promise<void>, atMs: number): ZipWriter => {
  const entries: Buffer[] = [];
  const time = dosTime(atMs);
  let offset = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    if (bytes.length > 0) await write(bytes);
  };
  const put = async (...parts: Uint8Array[]): Promise<void> => {
    for (const part of parts) {
      offset += part.length;
      heldBytes += part.length;
      held.push(part);
      if (heldBytes >= WRITTEN_TOGETHER) await flush();
    }
  };

  const add: ZipWriter['add'] = async (name, bytes) => {
    const start = offset;
    const nameBytes = Buffer.from(name);
    // The empty field of 64-bit sizes says that those after the bytes have 64 bits.
    const extra = fields([2, 1], [2, 16], [8, 0], [8, 0]);
    const sizes: [4, number][] = [
      [4, FULL_32],
      [4, FULL_32],
    ];
    await put(
      fields(
        [4, LOCAL],
        [2, VERSION],
        [2, FLAGS],
        [2, 0],
        ...time,
        [4, 0],
        ...sizes,
        [2, nameBytes.length],
        [2, extra.length],
      ),
      nameBytes,
      extra,
    );
    let [sum, size] = [0, 0];
    for await (const chunk of bytes) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      sum = crc32(part, sum);
      size += part.length;
      await put(part);
    }
    await put(fields([4, DESCRIPTOR], [4, sum], [8, size], [8, size]));
    const wide = fields([2, 1], [2, 24], [8, size], [8, size], [8, start]);
    entries.push(
      Buffer.concat([
        fields([4, ENTRY], [2, (3 << 8) | VERSION], [2, VERSION], [2, FLAGS], [2, 0], ...time, [4, sum], ...sizes),
        fields([2, nameBytes.length], [2, wide.length], [2, 0], [2, 0], [2, 0], [4, MODE], [4, FULL_32]),
        nameBytes,
        wide,
      ]),
    );
    return size;
  };

  const finish = async (): Promise<void> => {
    const start = offset;
    await put(...entries);
    const size = offset - start;
    const count = entries.length;
    const end = offset;
    await put(
      fields(
        [4, END_64],
        [8, 44],
        [2, VERSION],
        [2, VERSION],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, size],
        [8, start],
      ),
      fields([4, LOCATOR_64], [4, 0], [8, end], [4, 1]),
      fields([4, END], [2, 0], [2, 0], [2, FULL_16], [2, FULL_16], [4, FULL_32], [4, FULL_32], [2, 0]),
    );
    await flush();
  };
  return { add, finish };
};
