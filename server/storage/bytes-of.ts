import type { StoredFile } from './storage.ts';

const READ_BYTES = 1024 * 1024;

/** The bytes of a stored file in order; closes it at the end. */
export async function* bytesOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; position < file.sizeBytes;) {
      const into = Buffer.alloc(Math.min(READ_BYTES, file.sizeBytes - position));
      const read = await file.read(into, position);
      if (read === 0) throw new Error('a stored file has become shorter');
      position += read;
      yield into.subarray(0, read);
    }
  } finally {
    await file.close();
  }
}
