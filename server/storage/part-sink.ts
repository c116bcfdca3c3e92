import { callbackify } from 'node:util';
import { type Done, InspectedSink, type Inspection } from './inspected-sink.ts';
import type { ObjectWriter, PartedObject } from './object-writer.ts';

export interface PartSinkNeeds {
  writer: Pick<ObjectWriter, 'add'>;
  object: PartedObject;
  /** The first bytes of the next part. */
  rest: Uint8Array;
  partBytes: number;
  inspection: Inspection | undefined;
  maxBytes: number;
  /** Called after each part. */
  onPart(object: PartedObject): Promise<void>;
  /** Called with the incomplete part, after the last byte or an interruption. */
  onEnd(object: PartedObject, rest: Uint8Array): Promise<void>;
  onInterruption(object: PartedObject, rest: Uint8Array): Promise<void>;
}

/** Writes a stream to an object in parts, with one part in memory. */
export class PartSink extends InspectedSink {
  readonly #needs: PartSinkNeeds;
  readonly #part: Buffer;
  #filledBytes: number;
  #object: PartedObject;
  #writing: Promise<void> = Promise.resolve();
  #isEnded = false;

  constructor(needs: PartSinkNeeds) {
    super(needs.inspection, needs.maxBytes);
    this.#needs = needs;
    this.#object = needs.object;
    // Only filled pages take memory.
    this.#part = Buffer.allocUnsafeSlow(needs.partBytes);
    this.#part.set(needs.rest);
    this.#filledBytes = needs.rest.length;
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#isEnded || !error) done(error);
    else callbackify(() => this.#interrupt(error))(done);
  }

  protected override append(chunks: Buffer[], done: Done): void {
    this.#writing = this.#store(chunks);
    callbackify(() => this.#writing)(done);
  }

  protected override finish(done: Done): void {
    this.#writing = this.#end();
    callbackify(() => this.#writing)(done);
  }

  async #end(): Promise<void> {
    await this.#needs.onEnd(this.#object, this.#rest());
    this.#isEnded = true;
  }

  /** Waits for the running part, then passes on the rest. The client sends lost bytes again. */
  async #interrupt(reason: Error): Promise<never> {
    await this.#writing.catch(() => undefined);
    await this.#needs.onInterruption(this.#object, this.#rest()).catch(() => undefined);
    throw reason;
  }

  #rest(): Buffer {
    return this.#part.subarray(0, this.#filledBytes);
  }

  async #store(chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks)
      for (let position = 0; position < chunk.length;) {
        await this.#storeIfFull();
        const copied = chunk.copy(this.#part, this.#filledBytes, position);
        this.#filledBytes += copied;
        position += copied;
      }
    await this.#storeIfFull();
  }

  async #storeIfFull(): Promise<void> {
    if (this.#filledBytes < this.#part.length) return;
    this.#object = await this.#needs.writer.add(this.#object, this.#part);
    this.#filledBytes = 0;
    await this.#needs.onPart(this.#object);
  }
}
