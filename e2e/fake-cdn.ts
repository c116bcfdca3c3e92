import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A CDN that keeps nothing. */
export interface FakeCdn {
  origin: string;
  /** Shared with the server. */
  key: string;
  /** How many requests had an address that ended. */
  refusedCount: () => number;
  /** Fetches from this server from now on. */
  serve: (serverOrigin: string) => void;
  close: () => void;
}

const KEY = 'a-key-of-a-test-that-is-long-enough';
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' };

/** Starts a CDN whose clock is ahead, so that addresses end that much earlier. */
export const startFakeCdn = async (aheadMs: number): Promise<FakeCdn> => {
  let serverOrigin = '';
  let refused = 0;

  const keyOf = (path: string): string | undefined => {
    const [, expiry = '', signature, key = ''] = /^\/(\d+)\.([\w-]+)\/(.+)$/.exec(path) ?? [];
    const expected = createHmac('sha256', KEY).update(`${expiry}/${key}`).digest('base64url');
    return signature === expected && Number(expiry) * 1000 > Date.now() + aheadMs ? key : undefined;
  };

  const send = async ({ url = '', method, headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (method === 'OPTIONS') return void response.writeHead(204, CORS).end();
    const key = keyOf(url);
    if (key === undefined) {
      refused += 1;
      return void response.writeHead(403, CORS).end();
    }
    const range = headers.range === undefined ? {} : { range: headers.range };
    const upstream = await fetch(`${serverOrigin}/media-origin/${key}`, {
      headers: { authorization: `Bearer ${KEY}`, ...range },
    });
    const names = ['content-type', 'content-range', 'content-length', 'etag', 'accept-ranges'];
    const passed = names.flatMap((name): [string, string][] => {
      const value = upstream.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(upstream.status, { ...CORS, ...Object.fromEntries(passed) });
    response.end(Buffer.from(await upstream.arrayBuffer()));
  };

  const server = createServer((request, response) => {
    send(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the CDN listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    key: KEY,
    refusedCount: () => refused,
    serve: (origin) => {
      serverOrigin = origin;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
