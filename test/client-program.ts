import type { ClientRequest } from './client-process.ts';

const READY = 0;
let prepared: ClientRequest | undefined;

const send = async ({ url, ...init }: ClientRequest): Promise<number> => {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
};

process.on('message', (message: ClientRequest | 'send') => {
  if (message !== 'send') prepared = message;
  const sent = message === 'send' && prepared ? send(prepared) : READY;
  void Promise.resolve(sent).then((status) => process.send?.(status));
});
