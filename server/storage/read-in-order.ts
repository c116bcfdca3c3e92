import type { FileReader, StoredFile } from './storage.ts';

/** Reads forward from `start` with positioned reads. */
export const readInOrder = (read: StoredFile['read'], start: number): FileReader => {
  let position = start;
  return {
    fill: async (into) => {
      for (let filled = 0; filled < into.length;) {
        const bytesRead = await read(filled === 0 ? into : into.subarray(filled), position);
        if (bytesRead === 0) throw new Error('the stored file is shorter than it was');
        filled += bytesRead;
        position += bytesRead;
      }
    },
    close: () => undefined,
  };
};
