const KIB = 1024;
/** The size of chunks up to each number of streams; beyond the last, chunks are small and nothing is read ahead. */
const STEPS = [
  { streams: 64, chunkBytes: 512 * KIB },
  { streams: 128, chunkBytes: 256 * KIB },
  { streams: 512, chunkBytes: 64 * KIB },
] as const;
const SMALLEST = { chunkBytes: 64 * KIB, readsAhead: false };
const KEPT_BYTES = 32 * KIB * KIB;

/**
 * A pool of buffers for files that are being sent. Their size depends on the number of streams, so that all of them
 * together stay near 64 MiB: large chunks need far less CPU per byte, but many large ones would need too much memory.
 */
export interface ChunkBuffers {
  /** Call these when a stream begins and ends. */
  streamBegins(): void;
  streamEnds(): void;
  plan(): { chunkBytes: number; readsAhead: boolean };
  acquire(sizeBytes: number): Buffer;
  /** Only for buffers that are no longer read. */
  release(buffer: Buffer): void;
}

export const createChunkBuffers = (): ChunkBuffers => {
  const free = new Map<number, Buffer[]>();
  let streams = 0;
  let keptBytes = 0;
  return {
    streamBegins: () => {
      streams += 1;
    },
    streamEnds: () => {
      streams -= 1;
      if (streams > 0) return;
      free.clear();
      keptBytes = 0;
    },
    plan: () => {
      const step = STEPS.find((candidate) => streams <= candidate.streams);
      return step ? { chunkBytes: step.chunkBytes, readsAhead: true } : SMALLEST;
    },
    acquire: (sizeBytes) => {
      const buffer = free.get(sizeBytes)?.pop();
      if (!buffer) return Buffer.allocUnsafeSlow(sizeBytes);
      keptBytes -= sizeBytes;
      return buffer;
    },
    release: (buffer) => {
      if (streams === 0 || keptBytes + buffer.length > KEPT_BYTES) return;
      const list = free.get(buffer.length);
      if (list) list.push(buffer);
      else free.set(buffer.length, [buffer]);
      keptBytes += buffer.length;
    },
  };
};
