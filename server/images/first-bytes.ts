import { open } from 'node:fs/promises';

const LENGTH = 4096;

/** The first 4,096 bytes of a file, by which its kind is known. */
export const firstBytesOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LENGTH), 0, LENGTH, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
