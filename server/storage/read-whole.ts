import type { StoredFile } from './storage.ts';

/** Reads a small file, which stays open. Throws if it has become shorter. */
export const readWhole = async (file: StoredFile): Promise<Buffer> => {
  const bytes = Buffer.alloc(file.sizeBytes);
  for (let filled = 0; filled < bytes.length;) {
    const readBytes = await file.read(bytes.subarray(filled), filled);
    if (readBytes === 0) throw new Error('a stored file is shorter than it was');
    filled += readBytes;
  }
  return bytes;
};
