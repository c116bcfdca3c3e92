import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startNginx } from './nginx.ts';
import { restartBehind } from './restarts-behind-proxy.ts';
import { freePort, type RunningProgram, untilListening } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PORT = 5172;
const SITE = 'school.example';

interface Seen {
  method: string;
  headers: IncomingMessage['headers'];
  port: number | undefined;
  /** Resolves with the first bytes of the body, while the rest is still on its way. */
  firstBytes: Promise<Buffer>;
}

/** Stands where Lectern would: keeps what arrives, and sends ranges of a file. */
const startUpstream = async (file: Buffer): Promise<{ server: Server; port: number; seen: Seen[] }> => {
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    const firstBytes = once(incoming, 'data').then(([chunk]: Buffer[]) => chunk ?? Buffer.alloc(0));
    const { method = '', headers, socket } = incoming;
    seen.push({ method, headers, port: socket.remotePort, firstBytes });
    if (method === 'POST') {
      let size = 0;
      incoming.on('data', (chunk: Buffer) => (size += chunk.length));
      incoming.once('end', () => response.end(String(size)));
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined || to === undefined) {
      response.end('page');
      return;
    }
    const part = file.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${file.length}` }).end(part);
  });
  server.keepAliveTimeout = 72_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { server, port, seen };
};

const bodyOf = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const get = async (headers: Record<string, string> = {}) => {
  const outgoing = request({ host: '127.0.0.1', port: PORT, headers: { host: SITE, ...headers }, agent: false });
  const [response]: IncomingMessage[] = await once(outgoing.end(), 'response');
  if (!response) throw new Error('no response');
  return { status: response.statusCode, headers: response.headers, body: await bodyOf(response) };
};

/** Each starts the proxy with its shipped file, changed only in names, ports and the certificate. */
const proxies: Record<string, (port: number, upstreamPorts: readonly number[]) => Promise<RunningProgram>> = {
  caddy: async (port, upstreamPorts) => {
    const folder = await temporaryFolder();
    const env = {
      ...process.env,
      HOME: folder.path,
      DOMAIN: `http://${SITE}:${port}`,
      UPSTREAM: upstreamPorts.map((upstreamPort) => `127.0.0.1:${upstreamPort}`).join(' '),
    };
    const words = ['run', '--config', path.join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'];
    const { pid, stop } = await untilListening(spawn('caddy', words, { stdio: 'ignore', env }), [port]);
    return { pid, stop: () => stop().then(folder.remove) };
  },
  nginx: (port, webPorts) => startNginx({ site: { port, webPorts } }),
};

describe.each(Object.keys(proxies))('%s', (name) => {
  const file = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  let proxy: RunningProgram | undefined;
  let upstream: Awaited<ReturnType<typeof startUpstream>>;

  beforeAll(async () => {
    upstream = await startUpstream(file);
    proxy = await proxies[name]?.(PORT, [upstream.port]);
  });
  afterAll(async () => {
    await proxy?.stop();
    upstream.server.closeAllConnections();
    upstream.server.close();
  });

  test('forwards who asks, for which site, and how', async () => {
    expect(await get()).toMatchObject({ status: 200 });
    const { headers } = upstream.seen.at(-1) ?? {};
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(headers?.host?.split(':')[0]).toBe(SITE);
  });

  test('puts the address that it sees last, whatever a visitor claims', async () => {
    await get({ 'x-forwarded-for': '203.0.113.7' });
    expect(upstream.seen.at(-1)?.headers['x-forwarded-for']).toMatch(/^(?:203\.0\.113\.7, )?127\.0\.0\.1$/);
  });

  test('passes ranges on', async () => {
    const { status, headers, body } = await get({ range: 'bytes=1000-200999' });
    expect([status, headers['content-range']]).toEqual([206, 'bytes 1000-200999/300000']);
    expect(body.equals(file.subarray(1000, 201_000))).toBe(true);
  });

  test('passes the bytes of an upload on before the upload is complete, and limits no size', async () => {
    const sizeBytes = 64 * 1024 * 1024;
    const agent = new Agent();
    const headers = { host: SITE, 'content-length': sizeBytes };
    const outgoing = request({ host: '127.0.0.1', port: PORT, method: 'POST', headers, agent });
    const count = upstream.seen.length;
    outgoing.write(Buffer.alloc(64 * 1024, 1));
    await expect.poll(() => upstream.seen.length).toBe(count + 1);
    expect((await upstream.seen.at(-1)?.firstBytes)?.[0]).toBe(1);
    outgoing.end(Buffer.alloc(sizeBytes - 64 * 1024, 2));
    const [response]: IncomingMessage[] = await once(outgoing, 'response');
    expect(response && String(await bodyOf(response))).toBe(String(sizeBytes));
    agent.destroy();
  });

  test('keeps its connections to the server', async () => {
    for (let count = 0; count < 5; count += 1) await get();
    const ports = upstream.seen.slice(-5).map(({ port }) => port);
    expect(new Set(ports).size).toBe(1);
  });

  test(
    'loses no request while processes are restarted, and none that its client repeats while they are killed',
    { timeout: 300_000 },
    async () => {
      const port = await freePort();
      const start = async (webPorts: readonly number[]): Promise<RunningProgram> => {
        const started = await proxies[name]?.(port, webPorts);
        if (!started) throw new Error('there is no such proxy');
        return started;
      };
      // The Caddy of Debian 12 loses a body that a process refuses.
      const repeatsBodies = name === 'nginx';
      const result = await restartBehind(start, { port, host: SITE, repeatsBodies });
      expect(result).toMatchObject({ exitCodes: [0, 0], repeatedInRestarts: 0, failed: [], missing: [] });
      if (!repeatsBodies) expect(result.repeatedInKills).toBe(0);
      expect(result.requests).toBeGreaterThan(1500);
    },
  );
});
