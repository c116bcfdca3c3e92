import { close, fdatasync, open, writev } from 'node:fs';
import { Writable } from 'node:stream';
import { fail } from '#server/errors.ts';

/** What gathers while a write is under way goes out with the next, in one call. */
const GATHERED_BYTES = 1024 * 1024;
/** So much is written before it is pushed to the disk beside the stream, so that the end has little left to wait for. */
const FLUSH_EVERY_BYTES = 64 * 1024 * 1024;

type Done = (error?: Error | null) => void;

/** Judges the first bytes of a file; what it throws ends the stream. */
export interface Inspection {
  bytes: number;
  inspect(firstBytes: Buffer): void;
}

/**
 * Writes a stream into a new file, or with `isMore` behind what a file holds, without a copy of its bytes. Nothing is
 * written before the first bytes are judged; more than `maxBytes` fail with `too_large`.
 */
export class FileSink extends Writable {
  bytesWritten = 0;
  readonly #path: string;
  readonly #inspection: Inspection;
  readonly #flags: 'w' | 'a';
  readonly #maxBytes: number;
  #held: Buffer[] | undefined;
  #heldBytes = 0;
  #descriptor = -1;
  #unflushedBytes = 0;
  #isFlushing = false;
  #whenFlushed: (() => void) | undefined;

  constructor(
    path: string,
    inspection: Inspection | undefined,
    { isMore = false, maxBytes = Number.POSITIVE_INFINITY } = {},
  ) {
    super({ highWaterMark: GATHERED_BYTES });
    this.#path = path;
    this.#inspection = inspection ?? { bytes: 0, inspect: () => undefined };
    this.#held = inspection && [];
    this.#flags = isMore ? 'a' : 'w';
    this.#maxBytes = maxBytes;
  }

  override _construct(done: Done): void {
    open(this.#path, this.#flags, (error, descriptor) => {
      if (!error) this.#descriptor = descriptor;
      done(error);
    });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#accept([chunk], done);
  }

  override _writev(items: { chunk: Buffer }[], done: Done): void {
    this.#accept(
      items.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: Done): void {
    this.#letThrough(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    const finish = (): void => {
      if (this.#descriptor < 0) done(error);
      else close(this.#descriptor, (problem) => done(error ?? problem));
    };
    // Closed under a flush, the number could by then mean another file.
    if (this.#isFlushing) this.#whenFlushed = finish;
    else finish();
  }

  #accept(chunks: Buffer[], done: Done): void {
    if (!this.#held) return this.#append(chunks, done);
    for (const chunk of chunks) {
      this.#held.push(chunk);
      this.#heldBytes += chunk.length;
    }
    return this.#heldBytes < this.#inspection.bytes ? done() : this.#letThrough(done);
  }

  #letThrough(done: Done): void {
    const held = this.#held;
    if (!held) return done();
    this.#held = undefined;
    try {
      this.#inspection.inspect(Buffer.concat(held).subarray(0, this.#inspection.bytes));
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    return held.length === 0 ? done() : this.#append(held, done);
  }

  #append(chunks: Buffer[], done: Done): void {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (this.bytesWritten + bytes > this.#maxBytes) return done(fail('too_large'));
    return writev(this.#descriptor, chunks, null, (error, written) => {
      if (error) return done(error);
      this.bytesWritten += written;
      this.#unflushedBytes += written;
      const left = unwritten(chunks, written);
      if (left.length > 0) return this.#append(left, done);
      if (this.#unflushedBytes >= FLUSH_EVERY_BYTES && !this.#isFlushing) this.#flush();
      return done();
    });
  }

  #flush(): void {
    this.#unflushedBytes = 0;
    this.#isFlushing = true;
    // A problem of the disk shows again when the whole file is made safe.
    fdatasync(this.#descriptor, () => {
      this.#isFlushing = false;
      this.#whenFlushed?.();
    });
  }
}

/** A call may write less than it was given. */
const unwritten = (chunks: Buffer[], written: number): Buffer[] => {
  let skipped = written;
  return chunks.flatMap((chunk) => {
    const skip = Math.min(skipped, chunk.length);
    skipped -= skip;
    return skip === chunk.length ? [] : [chunk.subarray(skip)];
  });
};
