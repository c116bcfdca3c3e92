import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAdmin } from './factories.ts';
import { expectOrderly } from './hostile-responses.ts';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await startApp();
  port = Number(new URL(await app.listen()).port);
});

afterAll(async () => app.close());

/** Writes bytes to the port and reads until the server ends the connection. */
const exchange = async (bytes: string | Buffer): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return text(socket);
};

const answersIn = (received: string) =>
  received.split(/(?=^HTTP\/1\.1 \d{3} )/m).map((one) => {
    const [head = '', body = ''] = one.split('\r\n\r\n');
    return {
      statusCode: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]),
      contentType: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
      body: /^transfer-encoding: chunked/im.test(head) ? body.replaceAll(/(?:^|\r\n)[0-9a-f]+(?:\r\n|$)/g, '') : body,
    };
  });

const HOST = 'Host: localhost\r\n';
const CLOSE = 'Connection: close\r\n';

const garbage: [what: string, bytes: string | Buffer][] = [
  ['no HTTP', 'hello\r\n\r\n'],
  ['bytes', Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 37) % 256))],
  ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
  ['a version of its own', `GET /api/v1/courses HTTP/9.9\r\n${HOST}\r\n`],
  ['a method of its own', `FETCH /api/v1/courses HTTP/1.1\r\n${HOST}\r\n`],
  ['NUL in the address', `GET /api/v1/\u0000 HTTP/1.1\r\n${HOST}\r\n`],
  ['a blank in the address', `GET /api/v1/a b HTTP/1.1\r\n${HOST}\r\n`],
  ['NUL in a header', `GET /api/v1/courses HTTP/1.1\r\n${HOST}X-A: a\u0000b\r\n\r\n`],
  ['a header without a colon', `GET /api/v1/courses HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`],
  ['no host', 'GET /api/v1/courses HTTP/1.1\r\n\r\n'],
  ['headers of 100 KB', `GET /api/v1/courses HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
  ['an address of 100 KB', `GET /api/v1/${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ['a length that is none', `POST /api/v1/user/login HTTP/1.1\r\n${HOST}Content-Length: many\r\n\r\n{}`],
  ['a length below zero', `POST /api/v1/user/login HTTP/1.1\r\n${HOST}Content-Length: -5\r\n\r\n{}`],
  ['two lengths', `POST /api/v1/user/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}`],
  [
    'a length and chunks',
    `POST /api/v1/user/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a chunk size that is none',
    `POST /api/v1/user/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  ],
];

test.each(garbage)('%s on the socket is refused as JSON, and the connection closes', async (_what, bytes) => {
  const responses = answersIn(await exchange(bytes));
  expect(responses.length).toBeGreaterThan(0);
  for (const response of responses) {
    expectOrderly(response, String(bytes).slice(0, 60));
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
  }
});

test('TRACE is refused, and nothing of the request comes back', async () => {
  const received = await exchange(`TRACE /api/v1/site HTTP/1.1\r\n${HOST}${CLOSE}Cookie: a-secret\r\n\r\n`);
  expect(answersIn(received).map(({ statusCode }) => statusCode)).toEqual([404]);
  expect(received).not.toContain('a-secret');
});

test('an unknown Expect header is ignored', async () => {
  const responses = answersIn(await exchange(`GET /api/v1/site HTTP/1.1\r\n${HOST}${CLOSE}Expect: 200-ok\r\n\r\n`));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200]);
});

test('a form that is cut off by the end of the connection is discarded', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(
    `POST /api/v1/user/register HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\nContent-Disposition: form-data; name="fullName"\r\n\r\nHal`,
  );
  const received = await text(socket);
  for (const response of received === '' ? [] : answersIn(received)) expectOrderly(response, 'cut off');
});

test('a response sent before the body was read does not pass the body to the next request', async () => {
  const body = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'.padEnd(70_000, ' ');
  const first = `POST /api/v1/courses HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const received = await exchange(`${first}GET /healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
  const responses = answersIn(received);
  expect(responses[0]?.statusCode).toBe(401);
  expect(received).not.toContain('smuggled');
  expect(responses.every(({ statusCode }) => statusCode === 401 || statusCode === 200)).toBe(true);
});

/** Sends a byte at every look of the server, and returns what the server said until it ended the connection. */
const drip = async (at: number, head: string): Promise<string> => {
  const socket = connect(at, '127.0.0.1').on('error', () => undefined);
  socket.write(head);
  // What has arrived is read before the next byte is sent: sending to a closed connection discards what was not read.
  const timer = setInterval(() => setImmediate(() => socket.bytesRead === 0 && socket.write('a')), 50);
  socket.once('close', () => clearInterval(timer));
  return text(socket);
};

test('bodies that arrive byte by byte are refused, and a slow but steady one is not', async () => {
  await using own = await startApp({}, { connectionLimits: { minBytes: 100, windowMs: 2000 } });
  const at = Number(new URL(await own.listen()).port);
  const { headers } = await anAdmin(own);
  const admin = `Authorization: ${headers.authorization}\r\n`;
  const json = `POST /api/v1/contact HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
  const form = `POST /api/v1/courses HTTP/1.1\r\n${HOST}${admin}Content-Type: multipart/form-data; boundary=b\r\n`;
  const part = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n';
  const zip = `POST /api/v1/user/import HTTP/1.1\r\n${HOST}${admin}Content-Type: multipart/form-data; boundary=b\r\n`;
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK\u0003\u0004';
  const dripped = await Promise.all([
    drip(at, `${json}Content-Length: 5000\r\n\r\n{"name":"`),
    drip(at, `${form}Content-Length: 500000\r\n\r\n${part}`),
    drip(at, `${zip}Content-Length: 500000\r\n\r\n${file}`),
  ]);
  for (const received of dripped)
    expect(answersIn(received)).toMatchObject([{ statusCode: 408, body: expect.stringContaining('request_timeout') }]);

  const steady = connect(at, '127.0.0.1');
  const body = JSON.stringify({ name: 'Ravi Kumar', email: 'ravi@home.example', message: 'x'.repeat(4500) });
  steady.write(`${json}${CLOSE}Content-Length: ${body.length}\r\n\r\n`);
  const pieces = body.match(/.{1,200}/g) ?? [];
  const timer = setInterval(() => {
    const piece = pieces.shift();
    if (piece === undefined) clearInterval(timer);
    else steady.write(piece);
  }, 200);
  expect(answersIn(await text(steady)).map(({ statusCode }) => statusCode)).toEqual([200]);
});

test('the process still responds afterwards', async () => {
  const responses = answersIn(await exchange(`GET /api/v1/courses/ HTTP/1.1\r\n${HOST}${CLOSE}\r\n`));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200]);
  expect(app.logLines().filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
});
