import { Writable } from 'node:stream';
import { fail } from '#server/errors.ts';

/** Chunks received during a write are written together by the next call, up to this size. */
const BATCH_BYTES = 1024 * 1024;

export type Done = (error?: Error | null) => void;

/** Checks the first bytes of a file; an error ends the stream. */
export interface Inspection {
  bytes: number;
  inspect(firstBytes: Buffer): void;
}

/**
 * Writes a stream. Nothing is written before the first bytes are checked; more than `maxBytes` fail with `too_large`.
 */
export abstract class InspectedSink extends Writable {
  bytesWritten = 0;
  readonly #inspection: Inspection;
  readonly #maxBytes: number;
  #pending: Buffer[] | undefined;
  #pendingBytes = 0;

  constructor(inspection: Inspection | undefined, maxBytes: number) {
    super({ highWaterMark: BATCH_BYTES });
    this.#inspection = inspection ?? { bytes: 0, inspect: () => undefined };
    this.#pending = inspection && [];
    this.#maxBytes = maxBytes;
  }

  protected abstract append(chunks: Buffer[], done: Done): void;

  /** After the last byte. */
  protected finish(done: Done): void {
    done();
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
    this.#writePending((error) => (error ? done(error) : this.finish(done)));
  }

  #accept(chunks: Buffer[], done: Done): void {
    if (!this.#pending) return this.#appendWithin(chunks, done);
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
    return pending.length === 0 ? done() : this.#appendWithin(pending, done);
  }

  #appendWithin(chunks: Buffer[], done: Done): void {
    this.bytesWritten += chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (this.bytesWritten > this.#maxBytes) return done(fail('too_large'));
    return this.append(chunks, done);
  }
}
