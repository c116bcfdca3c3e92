import type { Storage } from './storage.ts';

/** The bytes of a small stored file; undefined when there is none. Throws when it has become shorter meanwhile. */
export const readWhole = async (storage: Pick<Storage, 'open'>, key: string): Promise<Buffer | undefined> => {
  const file = await storage.open(key);
  if (!file) return undefined;
  try {
    const bytes = Buffer.alloc(file.sizeBytes);
    if (bytes.length === 0) return bytes;
    const reader = file.readFrom(0, bytes.length - 1);
    await reader.fill(bytes).finally(() => reader.close());
    return bytes;
  } finally {
    await file.close();
  }
};
