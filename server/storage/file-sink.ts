import { close, fdatasync, open, writev } from 'node:fs';
import { type Done, InspectedSink, type Inspection } from './inspected-sink.ts';

/** The file is flushed after this many bytes while writing continues, so that the last flush is short. */
const FLUSH_EVERY_BYTES = 64 * 1024 * 1024;

/** Writes a stream to a new file, or with `isAppending` to the end of an existing one, without copying bytes. */
export class FileSink extends InspectedSink {
  readonly #path: string;
  readonly #flags: 'w' | 'a';
  #descriptor = -1;
  #unflushedBytes = 0;
  #isFlushing = false;
  #whenFlushed: (() => void) | undefined;

  constructor(
    path: string,
    inspection: Inspection | undefined,
    { isAppending = false, maxBytes = Number.POSITIVE_INFINITY } = {},
  ) {
    super(inspection, maxBytes);
    this.#path = path;
    this.#flags = isAppending ? 'a' : 'w';
  }

  override _construct(done: Done): void {
    open(this.#path, this.#flags, (error, descriptor) => {
      if (!error) this.#descriptor = descriptor;
      done(error);
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    const finish = (): void => {
      if (this.#descriptor < 0) done(error);
      else close(this.#descriptor, (problem) => done(error ?? problem));
    };
    // After a close during a flush, the descriptor could belong to another file.
    if (this.#isFlushing) this.#whenFlushed = finish;
    else finish();
  }

  protected override append(chunks: Buffer[], done: Done): void {
    writev(this.#descriptor, chunks, null, (error, written) => {
      if (error) return done(error);
      this.#unflushedBytes += written;
      const left = unwritten(chunks, written);
      if (left.length > 0) return this.append(left, done);
      if (this.#unflushedBytes >= FLUSH_EVERY_BYTES && !this.#isFlushing) this.#flush();
      return done();
    });
  }

  #flush(): void {
    this.#unflushedBytes = 0;
    this.#isFlushing = true;
    // The final flush reports a disk error again.
    fdatasync(this.#descriptor, () => {
      this.#isFlushing = false;
      this.#whenFlushed?.();
    });
  }
}

/** A call may write only a part of the chunks. */
const unwritten = (chunks: Buffer[], written: number): Buffer[] => {
  let skipped = written;
  return chunks.flatMap((chunk) => {
    const skip = Math.min(skipped, chunk.length);
    skipped -= skip;
    return skip === chunk.length ? [] : [chunk.subarray(skip)];
  });
};
