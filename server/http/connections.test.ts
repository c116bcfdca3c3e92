import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CONNECTION_LIMITS } from './connections.ts';
import { startApp } from '#test/start-app.ts';

const open = async (origin: string, bytes: string): Promise<Socket> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
};

test('a server that closes cuts clients that still send or read, and later what it has not finished itself', async () => {
  const app = await startApp({}, { connectionLimits: { clientMs: 200, workMs: 5000 } });
  const arrived = Promise.withResolvers<void>();
  app.http.get('/never', () => {
    arrived.resolve();
    return new Promise(() => undefined);
  });
  const endless = new Readable({ read: () => undefined });
  endless.push('begun');
  app.http.get('/endless', (_request, reply) => reply.send(endless));
  const origin = await app.listen();
  const sends = await open(
    origin,
    'POST /api/v1/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n',
  );
  const reads = await open(origin, 'GET /endless HTTP/1.1\r\nHost: a\r\n\r\n');
  const waits = await open(origin, 'GET /never HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.all([once(sends, 'data'), once(reads, 'data'), arrived.promise]);
  const ended: string[] = [];
  for (const [name, socket] of Object.entries({ sends, reads, waits })) socket.once('close', () => ended.push(name));
  const closed = app.close().then(() => ended.push('closed'));
  await Promise.all([once(sends, 'close'), once(reads, 'close')]);
  expect(ended.toSorted()).toEqual(['reads', 'sends']);
  await closed;
  await expect.poll(() => ended.toSorted()).toEqual(['closed', 'reads', 'sends', 'waits']);
});

/** Turns of the event loop, which are no time: a connection of this machine ends within some. */
const someTurns = async (isDone: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 2000 && !isDone(); turn += 1) await setImmediate();
};

test('a stop ends three seconds after it began for clients that still send, and after ten for its own work', async () => {
  const app = await startApp({}, { connectionLimits: CONNECTION_LIMITS });
  const arrived = Promise.withResolvers<void>();
  app.http.get('/never', () => {
    arrived.resolve();
    return new Promise(() => undefined);
  });
  const origin = await app.listen();
  const sends = await open(
    origin,
    'POST /api/v1/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n',
  );
  const waits = await open(origin, 'GET /never HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.all([once(sends, 'data'), arrived.promise]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = app.close();
  while (vi.getTimerCount() < 3) await setImmediate();
  /** What the moment between these two times ends. */
  const endsBetween = async (before: number, after: number, socket: Socket, other?: Socket): Promise<void> => {
    vi.advanceTimersByTime(before);
    await someTurns(() => socket.closed);
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(after - before);
    await someTurns(() => socket.closed);
    expect([socket.closed, other?.closed ?? false]).toEqual([true, false]);
  };
  await endsBetween(2999, 3000, sends, waits);
  await endsBetween(6999, 7000, waits);
  await closed;
});

test('a server that closes handles what still comes on open connections, and ends each with its response', async () => {
  const app = await startApp({}, { connectionLimits: { idleMs: 2000 } });
  // As media and uploads do.
  app.http.get('/without-framework', (_request, reply) => void reply.hijack().raw.writeHead(200).end());
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<string>();
  app.http.get('/under-way', () => {
    arrived.resolve();
    return released.promise;
  });
  const origin = await app.listen();
  const connections = await Promise.all(Array.from({ length: 5 }, () => open(origin, '')));
  const ask = async (socket: Socket | undefined, path: string): Promise<string> => {
    socket?.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket ? text(socket) : '';
  };
  const [first, second, third, fourth, silent] = connections;
  const underWay = ask(fourth, '/under-way');
  await arrived.promise;
  app.drain();
  first?.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
  const [draining] = first ? await once(first, 'data') : [];
  expect(String(draining)).toMatch(/^HTTP\/1\.1 503 [^]*connection: keep-alive\r\n/i);
  const closed = app.close();
  const all = await Promise.all([
    ask(first, '/livez'),
    ask(second, '/api/v1/courses'),
    ask(third, '/without-framework'),
  ]);
  released.resolve('done');
  for (const response of [...all, await underWay])
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n/i);
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
  await closed;
  await expect.poll(() => silent?.closed).toBe(true);
});
