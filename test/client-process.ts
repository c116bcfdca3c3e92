import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';

/** A request, as it is handed to the process. */
export interface ClientRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
}

/** Sends requests from a process of its own, so that nothing of what a sender does is done by the thread that answers. */
export const openClientProcess = () => {
  const client = fork(join(import.meta.dirname, 'client-program.ts'), { serialization: 'advanced' });
  const ask = async (message: ClientRequest | 'send'): Promise<number> => {
    const answered = once(client, 'message');
    client.send(message);
    const [status]: unknown[] = await answered;
    return z.int().parse(status);
  };
  return {
    /** Hands over what `send` sends. */
    prepare: (request: ClientRequest): Promise<unknown> => ask(request),
    /** Returns the status of the whole response. */
    send: (): Promise<number> => ask('send'),
    close: (): void => client.disconnect(),
  };
};
