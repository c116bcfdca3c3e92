/**
 * QR codes (ISO/IEC 18004) for short texts: versions 1 to 5 at level L, whose error correction is one block, and mask 0,
 * which any scanner reads.
 */

/** By version: the codewords of data and of error correction. */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const;

/** Level L with mask 0, with its error correction. */
const FORMAT = 0b111011111000100;
const FINDER = 7;

/** A product in the field of 256 elements. */
const multiply = (a: number, b: number): number => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
};

/** The codewords of error correction: the remainder by Reed and Solomon's polynomial. */
const correctionOf = (data: readonly number[], count: number): number[] => {
  const divisor: number[] = Array.from({ length: count }, (_, index) => (index === count - 1 ? 1 : 0));
  for (let root = 1, step = 0; step < count; step += 1, root = multiply(root, 2))
    for (let index = 0; index < count; index += 1)
      divisor[index] = multiply(divisor[index] ?? 0, root) ^ (divisor[index + 1] ?? 0);
  let remainder: number[] = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (remainder[0] ?? 0);
    remainder = divisor.map((coefficient, index) => (remainder[index + 1] ?? 0) ^ multiply(coefficient, factor));
  }
  return remainder;
};

/** Bytes with the mode and their number before them, and filled up. */
const dataOf = (bytes: Uint8Array, capacity: number): number[] => {
  const bits = [
    0b0100,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const data = Array.from(
    { length: bits.length / 2 },
    (_, index) => ((bits[2 * index] ?? 0) << 4) | (bits[2 * index + 1] ?? 0),
  );
  const padding = Array.from({ length: capacity - data.length }, (_, index) => (index % 2 === 0 ? 0xec : 0x11));
  return [...data, ...padding];
};

type Square = boolean | undefined;

/** The patterns that every code of a size has. Undefined squares are for the data. */
const patternsOf = (size: number): Square[][] => {
  const squares: Square[][] = Array.from({ length: size }, () => Array.from({ length: size }));
  const set = (x: number, y: number, isDark: boolean): void => {
    const row = squares[y];
    if (row && x >= 0 && x < size) row[x] = isDark;
  };
  const rings = (centreX: number, centreY: number, radius: number, isDark: (ring: number) => boolean): void => {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1)
        set(centreX + x, centreY + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const far = size - 4;
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const)
    rings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  if (size > 21) rings(size - FINDER, size - FINDER, 2, (ring) => ring !== 1);
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((FORMAT >> bit) & 1) === 1;
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark);
    set(bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, 8, isDark);
  }
  set(8, size - 8, true);
  return squares;
};

/** The rows of the code, `true` for dark squares; undefined for a text of more than 106 bytes. */
export const qrCode = (text: string): boolean[][] | undefined => {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex(([capacity]) => bytes.length + 2 <= capacity);
  const [capacity, corrections] = SIZES[version] ?? [];
  if (capacity === undefined || corrections === undefined) return undefined;
  const data = dataOf(bytes, capacity);
  const codewords = [...data, ...correctionOf(data, corrections)];
  const size = 21 + 4 * version;
  const squares = patternsOf(size);
  let bit = 0;
  // Upwards and downwards in columns of two from the right, beside the timing pattern.
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
    for (let step = 0; step < size; step += 1) {
      const y = pair % 2 === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = squares[y];
        if (!row || row[x] !== undefined) continue;
        const isSet = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        row[x] = isSet !== ((x + y) % 2 === 0);
        bit += 1;
      }
    }
  }
  return squares.map((row) => row.map((isDark) => isDark === true));
};
