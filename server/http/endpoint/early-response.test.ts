import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCourse, anAdmin } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const PIECE = Buffer.alloc(64 * 1024);
/** Far more than all buffers in between contain, so that the response is sent long before the body has arrived. */
const PIECES = 640;
const BODY_BYTES = PIECES * PIECE.length;
const PART = '--b\r\nContent-Disposition: form-data; name="lecture"; filename="a.mp4"\r\n\r\n';

let app: TestApp;
let port: number;
let uploadHead: string;

beforeAll(async () => {
  app = await startApp({ MAX_UPLOAD_BYTES: String(BODY_BYTES / 2) });
  port = Number(new URL(await app.listen()).port);
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  uploadHead = `POST /api/v1/courses/${courseId} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
});

afterAll(async () => app.close());

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Sends everything before it reads the response, as some clients do; returns what the server sent until its end. */
const exchange = async (pieces: Iterable<string | Buffer>): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
  const ended = new Promise((resolve) => socket.once('end', resolve));
  await pipeline(Readable.from(pieces), socket, { end: false });
  await ended;
  socket.destroy();
  return received;
};

const pieces = function* (before: string, count: number, after = ''): Generator<string | Buffer> {
  yield before;
  for (let piece = 0; piece < count; piece += 1) yield PIECE;
  if (after !== '') yield after;
};

const statuses = (received: string): string[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);

test('a client that keeps sending after a refusal still receives the response', async () => {
  const head = `POST /api/v1/courses HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;
  const received = await exchange(pieces(head, PIECES));
  expect(statuses(received)).toEqual(['401']);
  expect(received).toMatch(/^connection: close\r$/im);
  expect(received).toContain('"code":"unauthenticated"');
});

test('a client whose bytes are refused still receives the response', async () => {
  const head = `${uploadHead}Content-Length: ${BODY_BYTES / 2 + PART.length}\r\n\r\n${PART}`;
  const received = await exchange(pieces(head, PIECES / 2));
  expect(statuses(received)).toEqual(['415']);
});

test('an upload of unknown length is refused as soon as it is too long', async () => {
  const video = await readFile(new URL('../../../test/media/three-seconds.mp4', import.meta.url));
  const received = await exchange(
    (function* () {
      yield `${uploadHead}Transfer-Encoding: chunked\r\n\r\n`;
      yield chunk(Buffer.from(PART));
      yield chunk(video);
      for (let piece = 0; piece < PIECES; piece += 1) yield chunk(PIECE);
    })(),
  );
  expect(statuses(received)).toEqual(['413']);
  expect(received).toContain('"code":"too_large"');
});

test('a request that follows an early response on the same connection is not processed', async () => {
  const head = `POST /api/v1/courses HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;
  const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect(statuses(await exchange(pieces(head, PIECES, next)))).toEqual(['401']);
});
