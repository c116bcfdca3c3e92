import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { isAnyPrivate, postMessage } from './post-message.ts';

/** The host of a receiver on this machine. */
const aReceiver = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = z.object({ port: z.int() }).parse(server.address() satisfies AddressInfo | string | null);
  return `127.0.0.1:${port}`;
};

const post = (host: string, timeoutMs = 120_000) =>
  postMessage(`http://${host}/hook`, { headers: {}, body: '{}', allowed: [host], timeoutMs });

test('a receiver that never responds is given up', async () => {
  const host = await aReceiver(() => undefined);
  expect(await post(host, 200)).toEqual({ status: null, text: 'No complete response in 0.2 seconds' });
});

test('a receiver that never ends its response is given up too', async () => {
  const host = await aReceiver((_request, response) => void response.writeHead(200).write('Wait'));
  expect(await post(host, 200)).toEqual({ status: null, text: 'No complete response in 0.2 seconds' });
});

test('of a response without end, only the beginning is read', async () => {
  let isClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (isClosed = resolve));
  const host = await aReceiver((_request, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', more).on('close', isClosed);
    response.writeHead(200);
    more();
  });
  const { status, text } = await post(host);
  expect([status, text.length]).toEqual([200, 2000]);
  await closed;
});

test.each(['https://10.1.2.3/', 'https://[::ffff:10.0.0.1]/', 'https://[fd00::1]/', 'https://[64:ff9b::a00:1]/'])(
  '%s is not called, also when it was stored before',
  async (address) => {
    const reply = await postMessage(address, { headers: {}, body: '{}', allowed: [] });
    expect(reply).toEqual({ status: null, text: 'The address leads to a private network' });
  },
);

test('a name is private when any of its addresses is, also the last', () => {
  const named = (...addresses: string[]) =>
    isAnyPrivate(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  expect(named('93.184.216.34', '2606:2800:220:1::1')).toBe(false);
  expect(named('93.184.216.34', '127.0.0.1')).toBe(true);
  expect(named('93.184.216.34', '2606:2800:220:1::1', 'fd00::1')).toBe(true);
});
