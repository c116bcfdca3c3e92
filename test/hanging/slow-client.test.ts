// @module-tag long
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const VIDEO = await readFile('test/media/three-seconds.mp4');
const encoded = (value: string): string => Buffer.from(value).toString('base64');

test('a resumable upload that arrives byte by byte is ended, keeps what came before, and continues from there', async () => {
  await using app = await startApp({}, { connectionLimits: { minBytes: 100, windowMs: 2000 } });
  const origin = await app.listen();
  const { token, headers } = await anAdmin(app);
  const ask = (method: string, path: string, more: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    fetch(new URL(path, origin), {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...more },
      ...(body ? { body } : {}),
    });
  const courseId = await aCourse(app);
  const created = await ask('POST', '/api/v1/uploads', {
    'upload-length': String(VIDEO.length),
    'upload-metadata': `courseId ${encoded(courseId)},filename ${encoded('a.mp4')},filetype ${encoded('video/mp4')}`,
  });
  const path = created.headers.get('location') ?? '';

  const type = 'application/offset+octet-stream';
  const lines = [
    `PATCH ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${headers.authorization}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    `Content-Type: ${type}`,
    `Content-Length: ${VIDEO.length}`,
  ];
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let sent = Math.floor(VIDEO.length / 2);
  socket.write(VIDEO.subarray(0, sent));
  const timer = setInterval(() => {
    if (socket.bytesRead > 0 || sent >= VIDEO.length - 1) return;
    socket.write(VIDEO.subarray(sent, sent + 1));
    sent += 1;
  }, 50);
  socket.once('close', () => clearInterval(timer));
  const received = await text(socket);
  expect(sent).toBeLessThan(VIDEO.length - 1);
  expect(received).toMatch(/^HTTP\/1\.1 408 |^$/);

  const offsetNow = async (): Promise<number> => Number((await ask('HEAD', path, {})).headers.get('upload-offset'));
  await expect.poll(offsetNow).toBeGreaterThan(0);
  const offset = await offsetNow();
  expect(offset).toBeLessThanOrEqual(sent);
  const rest = new Uint8Array(VIDEO.subarray(offset));
  const finished = await ask('PATCH', path, { 'upload-offset': String(offset), 'content-type': type }, rest);
  expect([finished.status, finished.headers.get('upload-offset')]).toEqual([204, String(VIDEO.length)]);
  const lecture = { title: 'A talk', description: 'Of the sea.' };
  const id = path.split('/').at(-1);
  expect((await call(app, 'POST', `/uploads/${id}/lecture`, { token, body: lecture })).status).toBe(200);
});
