import { close, fdatasync, open, writev } from 'node:fs';
import { Writable } from 'node:stream';
import { fail } from '#server/errors.ts';

/** Chunks that arrive during a write are written together with the next call, up to this size. */
const BATCH_BYTES = 1024 * 1024;
/** After so many bytes the file is flushed to disk while writing continues, so that the last flush is short. */
const FLUSH_EVERY_BYTES = 64 * 1024 * 1024;

type Done = (error?: Error | null) => void;

/** Checks the first bytes of a file; what it throws ends the stream. */
export interface Inspection {
  bytes: number;
  inspect(firstBytes: Buffer): void;
}

/**
 * Writes a stream to a new file, or with `isMore` to the end of an existing one, without copying its bytes. Nothing is
 * written before the first bytes are checked; more than `maxBytes` fail with `too_large`.
 */
export class FileSink extends Writable {
  bytesWritten = 0;
  readonly #path: string;
  readonly #inspection: Inspection;
  readonly #flags: 'w' | 'a';
  readonly #maxBytes: number;
  #pending: Buffer[] | undefined;
  #pendingBytes = 0;
  #descriptor = -1;
  #unflushedBytes = 0;
  #isFlushing = false;
  #whenFlushed: (() => void) | undefined;

  constructor(
    path: string,
    inspection: Inspection | undefined,
    { isMore = false, maxBytes = Number.POSITIVE_INFINITY } = {},
  ) {
    super({ highWaterMark: BATCH_BYTES });
    this.#path = path;
    this.#inspection = inspection ?? { bytes: 0, inspect: () => undefined };
    this.#pending = inspection && [];
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
    this.#writePending(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    const finish = (): void => {
      if (this.#descriptor < 0) done(error);
      else close(this.#descriptor, (problem) => done(error ?? problem));
    };
    // Closed during a flush, the descriptor's number could already belong to another file.
    if (this.#isFlushing) this.#whenFlushed = finish;
    else finish();
  }

  #accept(chunks: Buffer[], done: Done): void {
    if (!this.#pending) return this.#append(chunks, done);
    for (const chunk of chunks) {
      this.#pending.push(chunk);
      this.#pendingBytes += chunk.length;
    }
    return this.#pendingBytes < this.#inspection.bytes ? done() : this.#writePending(done);
  }

  #writePending(done: Done): void {
    const pending = this.#pending;
    if (!pending) return done();
    this.#pending = undefined;
    try {
      this.#inspection.inspect(Buffer.concat(pending).subarray(0, this.#inspection.bytes));
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    return pending.length === 0 ? done() : this.#append(pending, done);
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
    // A disk error is reported again by the flush of the whole file.
    fdatasync(this.#descriptor, () => {
      this.#isFlushing = false;
      this.#whenFlushed?.();
    });
  }
}

/** One call may write only a part of the chunks. */
const unwritten = (chunks: Buffer[], written: number): Buffer[] => {
  let skipped = written;
  return chunks.flatMap((chunk) => {
    const skip = Math.min(skipped, chunk.length);
    skipped -= skip;
    return skip === chunk.length ? [] : [chunk.subarray(skip)];
  });
};
