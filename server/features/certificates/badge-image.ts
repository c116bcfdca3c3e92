import { crc32, deflateSync } from 'node:zlib';

const PIXELS = 512;
const FRAME = 32;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Eight bits for each pixel, by the colours of a palette. */
const DEPTH_AND_KIND = [8, 3, 0, 0, 0];
const WHITE = 0;
const INK = 1;
const ACCENT = 2;

const numberOf = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([numberOf(data.length), named, numberOf(crc32(named))]);
};

/** The dark squares as large as whole pixels allow, in a frame. */
const pixelsOf = (rows: readonly (readonly boolean[])[]): Buffer => {
  const square = Math.max(1, Math.floor((PIXELS - 2 * FRAME) / rows.length));
  const start = Math.floor((PIXELS - square * rows.length) / 2);
  const filled = (paint: (line: Buffer) => void): Buffer => {
    // Each line begins with its filter, which is none.
    const line = Buffer.alloc(PIXELS + 1, ACCENT);
    line[0] = 0;
    paint(line.subarray(1));
    return line;
  };
  const frame = filled(() => undefined);
  const blank = filled((line) => line.fill(WHITE, FRAME, PIXELS - FRAME));
  const drawn = rows.map((row) =>
    filled((line) => {
      line.fill(WHITE, FRAME, PIXELS - FRAME);
      for (const [x, isDark] of row.entries()) if (isDark) line.fill(INK, start + x * square, start + (x + 1) * square);
    }),
  );
  const lineAt = (y: number): Buffer =>
    y < FRAME || y >= PIXELS - FRAME ? frame : (drawn[Math.floor((y - start) / square)] ?? blank);
  return Buffer.concat(Array.from({ length: PIXELS }, (_line, y) => lineAt(y)));
};

/**
 * A picture of a badge, as wallets of Open Badges read it: the code of its page as a PNG in the colour of the school, with the
 * signed credential in one chunk of text.
 */
export const badgeImage = (
  credential: string,
  { rows, accent }: { rows: readonly (readonly boolean[])[]; accent: string },
): Buffer =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([numberOf(PIXELS), numberOf(PIXELS), Buffer.from(DEPTH_AND_KIND)])),
    chunk('PLTE', Buffer.from(`FFFFFF15252B${accent.slice(1)}`, 'hex')),
    chunk('IDAT', deflateSync(pixelsOf(rows))),
    // Not compressed, without a language.
    chunk('iTXt', Buffer.from(`openbadgecredential\0\0\0\0\0${credential}`)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
