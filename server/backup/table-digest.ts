import { hash } from 'node:crypto';
import type { Cell, Row } from '#server/database/snapshot.ts';

const WORDS = 8;

export const cellsOf = (row: Row, columns: readonly string[]): Cell[] => columns.map((column) => row[column] ?? null);

/** A digest of rows that is independent of their order, which differs between engines: the sum of their digests. */
export const createTableDigest = () => {
  const sum = new Uint32Array(WORDS);
  let rows = 0;
  return {
    /** Returns the digest of this row alone. */
    add: (line: string): Buffer => {
      const digest = hash('sha256', line, 'buffer');
      for (let word = 0; word < WORDS; word += 1) sum[word] = (sum[word] ?? 0) + digest.readUInt32LE(word * 4);
      rows += 1;
      return digest;
    },
    result: () => ({ rows, digest: Buffer.from(sum.buffer).toString('hex') }),
  };
};
