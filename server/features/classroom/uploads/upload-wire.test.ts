import { symlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Failure } from '#server/errors.ts';
import { FileSink } from '#server/storage/file-sink.ts';
import { aCourse, anAdmin, type Person } from '#test/factories.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** Uploads as they come over a real connection: slowly, broken off, too large, from strangers. */
const BOUNDARY = 'lectern-test-boundary';
const sockets: Socket[] = [];

afterEach(() => hangUp());

const dial = async (origin: string): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => {
    socket.once('connect', resolve);
  });
  return socket;
};

const hangUp = (): void => {
  for (const socket of sockets.splice(0)) socket.destroy();
};

/** What arrives until there is a whole head and body, as text. */
const nextResponse = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = '';
    const take = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      const head = received.indexOf('\r\n\r\n');
      if (length === undefined || head < 0 || received.length < head + 4 + Number(length)) return;
      socket.off('data', take);
      resolve(received);
    };
    socket.on('data', take);
    socket.once('close', () => reject(new Error(`closed after: ${received}`)));
  });

const filePart = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="lecture"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
const startOfVideo = async (): Promise<Uint8Array> => (await mediaPart('three-seconds.mp4')).bytes;

const headOf = (courseId: string, { token }: Pick<Person, 'token'>, length: number | 'chunked'): string =>
  [
    `POST /api/v1/courses/${courseId} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');

const arriving = ({ config }: TestApp): Promise<string[]> => readdir(join(config.dataDir, 'arriving'));
const lectureCount = async ({ database }: TestApp): Promise<number> =>
  (await database.db.selectFrom('lectures').select('id').execute()).length;

test('an aborted upload leaves nothing behind', { tags: ['VID-32'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const socket = await dial(await app.listen());
  socket.write(headOf(courseId, admin, 10_000_000));
  socket.write(filePart);
  socket.write(await startOfVideo());
  await expect.poll(() => arriving(app)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => arriving(app)).toEqual([]);
  expect(await lectureCount(app)).toBe(0);
  expect(app.logLines().filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('an upload that declares too large a size is refused before it is read', { tags: ['VID-31'] }, async () => {
  await using app = await startApp({ MAX_UPLOAD_BYTES: '1000000' });
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const socket = await dial(await app.listen());
  socket.write(headOf(courseId, admin, 900_000_000));
  const response = await nextResponse(socket);
  expect(response).toContain('413');
  expect(response).toContain('"code":"too_large"');
  expect(await arriving(app)).toEqual([]);
});

test('an oversized upload of undeclared size is refused midway', { tags: ['VID-31'] }, async () => {
  await using app = await startApp({ MAX_UPLOAD_BYTES: '1000000' });
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const socket = await dial(await app.listen());
  const response = nextResponse(socket);
  const send = (bytes: Uint8Array | string): void => {
    const chunk = Buffer.from(bytes);
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    socket.write('\r\n');
  };
  socket.write(headOf(courseId, admin, 'chunked'));
  send(filePart);
  send(await startOfVideo());
  for (let sent = 0; sent < 40; sent += 1) send(Buffer.alloc(100_000));
  expect(await response).toContain('"code":"too_large"');
  await expect.poll(() => arriving(app)).toEqual([]);
  expect(await lectureCount(app)).toBe(0);
});

test(
  'a user without permission is refused before the body arrives, and the connection stays usable',
  { tags: ['VID-33'] },
  async () => {
    await using app = await startApp();
    const courseId = await aCourse(app);
    const origin = await app.listen();
    const socket = await dial(origin);
    socket.write(headOf(courseId, { token: 'nobody' }, 50_000_000));
    socket.write(filePart);
    const response = await nextResponse(socket);
    expect(response).toContain('401');
    expect(response.toLowerCase()).toContain('connection: close');
    const closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.write(Buffer.alloc(1_000_000));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await closed;
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  },
);

test('the request after a refused upload succeeds, on this or a new connection', { tags: ['VID-33'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const origin = await app.listen();
  const socket = await dial(origin);
  const body = `--${BOUNDARY}--\r\n`;
  socket.write(headOf('nothing', admin, body.length) + body);
  const response = await nextResponse(socket);
  expect(response).toContain('"code":"course_not_found"');
  const next = /connection: close/i.test(response) ? await dial(origin) : socket;
  next.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await nextResponse(next)).toContain('200 OK');
});

test('a full disk is reported, and the file is removed', { tags: ['VID-38'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-full-'));
  try {
    const path = join(folder, 'full');
    symlinkSync('/dev/full', path);
    const sink = new FileSink(path, { bytes: 4, inspect: () => undefined });
    const failure = new Promise((resolve) => {
      sink.once('error', resolve);
    });
    sink.end(Buffer.from('a film'));
    expect(await failure).toMatchObject({ code: 'ENOSPC' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an upload without enough free space is refused before it is read', { tags: ['VID-38'] }, async () => {
  await using app = await startApp({ MAX_UPLOAD_BYTES: String(Number.MAX_SAFE_INTEGER) });
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const socket = await dial(await app.listen());
  socket.write(headOf(courseId, admin, 2 ** 52));
  const response = await nextResponse(socket);
  expect(response).toContain('507');
  expect(response).toContain('"code":"disk_full"');
});

test('a streamed file is checked first and never held in memory', { tags: ['VID-34'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sink-'));
  try {
    const seen: number[] = [];
    const sink = new FileSink(join(folder, 'a'), { bytes: 10, inspect: (first) => seen.push(first.length) });
    for (let index = 0; index < 1000; index += 1) sink.write(Buffer.from(`${index},`));
    await new Promise<void>((resolve) => {
      sink.end(resolve);
    });
    expect(seen).toEqual([10]);
    const refused = new FileSink(join(folder, 'b'), {
      bytes: 10,
      inspect: () => {
        throw new Failure('not_a_video');
      },
    });
    const failure = new Promise((resolve) => {
      refused.once('error', resolve);
    });
    refused.end('short');
    expect(await failure).toMatchObject({ code: 'not_a_video' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
