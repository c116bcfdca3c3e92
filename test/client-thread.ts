import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** A request, as it is handed to the thread. */
export interface ThreadRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
}

/** Sends requests from a thread of its own, so that nothing of what a sender does is done by the thread that answers. */
export const openClientThread = () => {
  const worker = new Worker(join(import.meta.dirname, 'client-program.ts'));
  const ask = async (message: ThreadRequest | 'send'): Promise<number> => {
    const answered = once(worker, 'message');
    worker.postMessage(message);
    const [status]: unknown[] = await answered;
    return z.int().parse(status);
  };
  return {
    /** Hands over what `send` sends. */
    prepare: (request: ThreadRequest): Promise<unknown> => ask(request),
    /** Returns the status of the whole response. */
    send: (): Promise<number> => ask('send'),
    close: (): Promise<unknown> => worker.terminate(),
  };
};
