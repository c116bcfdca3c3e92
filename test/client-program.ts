import { parentPort } from 'node:worker_threads';
import type { ThreadRequest } from './client-thread.ts';

const READY = 0;
let prepared: ThreadRequest | undefined;

const send = async ({ url, ...init }: ThreadRequest): Promise<number> => {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
};

parentPort?.on('message', (message: ThreadRequest | 'send') => {
  if (message !== 'send') prepared = message;
  const sent = message === 'send' && prepared ? send(prepared) : READY;
  void Promise.resolve(sent).then((status) => parentPort?.postMessage(status));
});
