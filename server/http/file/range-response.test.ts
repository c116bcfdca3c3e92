import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UnavailableError } from '#server/errors.ts';
import { createOpenFiles } from '#server/storage/open-files.ts';
import { readInOrder } from '#server/storage/read-in-order.ts';
import type { Storage, StoredFile } from '#server/storage/storage.ts';
import { handleErrors } from '../endpoint/error-handler.ts';
import { createFileResponder } from './range-response.ts';

/** Rows 1 to 19 of the acceptance list for video, over real HTTP. */
const FOUR_GIB = 4 * 1024 ** 3;
const MODIFIED_MS = Date.UTC(2026, 5, 1, 10, 0, 0, 500);
const LAST_MODIFIED = 'Mon, 01 Jun 2026 10:00:00 GMT';
const ETAG = '"lecture-1"';

const thousand = randomBytes(1000);
const large = randomBytes(3 * 1024 * 1024 + 17);

const fileFrom = (sizeBytes: number, read: StoredFile['read']): StoredFile => ({
  sizeBytes,
  modifiedAtMs: MODIFIED_MS,
  read,
  readFrom: (start) => readInOrder(read, start),
  close: async () => undefined,
});

const fileOf = (bytes: Buffer): StoredFile =>
  fileFrom(bytes.length, async (into, position) => bytes.copy(into, 0, position));

/** Every byte follows from its place, so that more than four gigabytes need no disk. */
const PERIOD = 251;
const pattern = Buffer.from(Array.from({ length: PERIOD }, (_, index) => index));
const repeated = Buffer.alloc(1024 * 1024 + PERIOD, pattern);
const enormous = fileFrom(FOUR_GIB + 1000, async (into, position) =>
  repeated.copy(into, 0, position % PERIOD, (position % PERIOD) + into.byteLength),
);

const files: Record<string, StoredFile> = {
  'a/thousand.mp4': fileOf(thousand),
  'a/empty.mp4': fileOf(Buffer.alloc(0)),
  'a/large.mp4': fileOf(large),
  'a/enormous.mp4': enormous,
};
let mayContinue = true;

const storage: Pick<Storage, 'open'> = { open: async (key) => files[key] };
const openFiles = createOpenFiles(storage);
const warnings: string[] = [];
const responder = createFileResponder(openFiles, {
  recheckMs: 10,
  log: { warn: (_facts, text) => void warnings.push(text) },
});
const app = Fastify();
let port = 0;

beforeAll(async () => {
  handleErrors(app);
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/:name',
    handler: (request, reply) =>
      responder.send(request, reply, {
        key: `a/${request.params.name}`,
        etag: ETAG,
        contentType: 'video/mp4',
        headers: { 'cache-control': 'private' },
        mayContinue: async () => mayContinue,
      }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  ({ port } = address);
});

afterAll(() => app.close());

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const ask = async (headers: Record<string, string> = {}, name = 'thousand.mp4', method = 'GET'): Promise<Reply> => {
  const response = await fetch(`http://127.0.0.1:${port}/${name}`, { method, headers });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
};
const askRange = (range: string, more: Record<string, string> = {}): Promise<Reply> => ask({ range, ...more });

const expectWhole = ({ status, headers, body }: Reply): void => {
  expect(status).toBe(200);
  expect(headers['content-length']).toBe('1000');
  expect(headers['content-range']).toBeUndefined();
  expect(body.equals(thousand)).toBe(true);
};

const expectPart = ({ status, headers, body }: Reply, start: number, end: number): void => {
  expect(status).toBe(206);
  expect(headers['content-range']).toBe(`bytes ${start}-${end}/1000`);
  expect(headers['content-length']).toBe(String(end - start + 1));
  expect(body.equals(thousand.subarray(start, end + 1))).toBe(true);
};

const expectUnsatisfiable = ({ status, headers, body }: Reply, size: number): void => {
  expect(status).toBe(416);
  expect(headers['content-range']).toBe(`bytes */${size}`);
  expect(JSON.parse(body.toString())).toMatchObject({ success: false, code: 'range_not_satisfiable' });
};

test(
  'a request without a range returns the whole file with validators, uncompressed',
  { tags: ['VID-1'] },
  async () => {
    const reply = await ask({ 'accept-encoding': 'gzip, br' });
    expectWhole(reply);
    expect(reply.headers).toMatchObject({
      'accept-ranges': 'bytes',
      etag: ETAG,
      'last-modified': LAST_MODIFIED,
      'content-type': 'video/mp4',
      'cache-control': 'private',
    });
    expect(reply.headers['content-encoding']).toBeUndefined();
  },
);

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-1', 0, 1],
  ['bytes=0-', 0, 999],
  ['bytes=500-', 500, 999],
  ['bytes=-100', 900, 999],
  ['bytes=900-5000', 900, 999],
])('%s', { tags: ['VID-2'] }, async (range, start, end) => {
  expectPart(await askRange(range), start, end);
});

test('a suffix longer than the file returns the whole file', { tags: ['VID-3'] }, async () => {
  expectPart(await askRange('bytes=-5000'), 0, 999);
});

test.each(['bytes=1000-', 'bytes=-0', 'bytes=99999999999999999999-'])(
  '%s cannot be satisfied',
  { tags: ['VID-4'] },
  async (range) => {
    expectUnsatisfiable(await askRange(range), 1000);
  },
);

test.each(['bytes=5-2', 'bytes=abc', 'bytes=-', 'items=0-5', 'xbytes=0-5', 'bytes 0-5', '0-5', ''])(
  '%s is ignored',
  { tags: ['VID-5'] },
  async (range) => {
    expectWhole(await askRange(range));
  },
);

test('an end too large for a number means the end of the file', { tags: ['VID-6'] }, async () => {
  expectPart(await askRange('bytes=0-99999999999999999999'), 0, 999);
});

test('several ranges return the whole file, however many there are', { tags: ['VID-7'] }, async () => {
  expectWhole(await askRange('bytes=0-1,5-6'));
  expectWhole(await askRange(`bytes=${Array.from({ length: 300 }, () => '0-1').join(',')}`));
});

test('the unit of a range may be in any case', { tags: ['VID-8'] }, async () => {
  expectPart(await askRange('BYTES=0-5'), 0, 5);
});

test('If-Range counts only when it names exactly this file', { tags: ['VID-9'] }, async () => {
  const range = 'bytes=0-9';
  expectPart(await askRange(range, { 'if-range': ETAG }), 0, 9);
  expectPart(await askRange(range, { 'if-range': LAST_MODIFIED }), 0, 9);
  for (const other of [
    '"lecture-2"',
    `W/${ETAG}`,
    'Mon, 01 Jun 2026 09:00:00 GMT',
    'Mon, 01 Jun 2037 10:00:00 GMT',
    'x',
  ])
    expectWhole(await askRange(range, { 'if-range': other }));
});

test('a range past the end is ignored when If-Range does not match', { tags: ['VID-10'] }, async () => {
  expectWhole(await askRange('bytes=2000-', { 'if-range': '"lecture-2"' }));
});

test('conditional requests return 304 and 412', { tags: ['VID-11'] }, async () => {
  for (const headers of [
    { 'if-none-match': ETAG },
    { 'if-none-match': ETAG, range: 'bytes=0-1' },
    { 'if-none-match': `"x", W/${ETAG}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': LAST_MODIFIED },
  ]) {
    const { status, body, headers: replied } = await ask(headers);
    expect([status, body.length, replied['etag']]).toEqual([304, 0, ETAG]);
  }
  expect((await ask({ 'if-match': '"lecture-2"' })).status).toBe(412);
  expect((await ask({ 'if-match': `W/${ETAG}` })).status).toBe(412);
  expect((await ask({ 'if-unmodified-since': 'Mon, 01 Jun 2026 09:59:59 GMT' })).status).toBe(412);
  expectWhole(await ask({ 'if-match': ETAG }));
  expectWhole(await ask({ 'if-match': `"x" , ${ETAG}` }));
  expectWhole(await ask({ 'if-unmodified-since': LAST_MODIFIED }));
  expectWhole(await ask({ 'if-unmodified-since': 'Mon, 01 Jun 2026 10:00:01 GMT' }));
  expectWhole(await ask({ 'if-modified-since': 'Mon, 01 Jun 2026 09:59:59 GMT' }));
  expectWhole(await ask({ 'if-match': '*', 'if-unmodified-since': 'Mon, 01 Jun 2020 10:00:00 GMT' }));
  expectWhole(await ask({ 'if-modified-since': 'nonsense' }));
  expectWhole(await ask({ 'if-none-match': '"x"', 'if-modified-since': LAST_MODIFIED }));
});

test('HEAD returns the headers of GET, without a range and without a body', { tags: ['VID-12'] }, async () => {
  for (const headers of [{}, { range: 'bytes=0-9' }]) {
    const reply = await ask(headers, 'thousand.mp4', 'HEAD');
    expect([reply.status, reply.headers['content-length'], reply.body.length]).toEqual([200, '1000', 0]);
    expect(reply.headers['content-range']).toBeUndefined();
  }
});

test('an empty file is served with length 0', { tags: ['VID-13'] }, async () => {
  const reply = await ask({}, 'empty.mp4');
  expect([reply.status, reply.headers['content-length'], reply.body.length]).toEqual([200, '0', 0]);
  expectUnsatisfiable(await ask({ range: 'bytes=0-' }, 'empty.mp4'), 0);
});

test('ranges beyond four gigabytes are served', { tags: ['VID-14'] }, async () => {
  const start = FOUR_GIB + 100;
  const { status, headers, body } = await ask({ range: `bytes=${start}-${start + 9}` }, 'enormous.mp4');
  expect(status).toBe(206);
  expect(headers['content-range']).toBe(`bytes ${start}-${start + 9}/${FOUR_GIB + 1000}`);
  expect([...body]).toEqual(Array.from({ length: 10 }, (_, index) => (start + index) % PERIOD));
});

test('other methods return 404', { tags: ['VID-15'] }, async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask({}, 'thousand.mp4', method)).status).toBe(404);
});

const untilNothingIsOpen = async (): Promise<void> => {
  await expect.poll(() => openFiles.inUseCount()).toBe(0);
};

test('two hundred clients that disconnect midway leave no file open', { tags: ['VID-16'] }, async () => {
  const aborted = Array.from({ length: 200 }, async () => {
    const stop = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/enormous.mp4`, { signal: stop.signal });
    await response.body?.getReader().read();
    stop.abort();
  });
  await Promise.all(aborted);
  await untilNothingIsOpen();
});

test('a slow client does not cause reading ahead', { tags: ['VID-17'] }, async () => {
  let readBytes = 0;
  files['a/watched.mp4'] = {
    ...enormous,
    read: async (into) => {
      readBytes += into.byteLength;
      return into.byteLength;
    },
  };
  const outgoing = httpRequest({ port, host: '127.0.0.1', path: '/watched.mp4' });
  outgoing.end();
  const response = await new Promise<IncomingMessage>((resolve) => {
    outgoing.once('response', resolve);
  });
  response.pause();
  // What the sockets of both sides hold is filled, and then nothing moves.
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = readBytes === before;
        before = readBytes;
        return isStill;
      },
      { interval: 100 },
    )
    .toBe(true);
  expect(readBytes).toBeLessThan(64 * 1024 * 1024);
  response.destroy();
  await untilNothingIsOpen();
});

test('one connection serves many ranges', { tags: ['VID-18'] }, async () => {
  for (let start = 0; start < 1000; start += 50)
    expectPart(await askRange(`bytes=${start}-${start + 9}`), start, start + 9);
});

test('ranges of any size add up to the file', { tags: ['VID-19'] }, async () => {
  const hash = createHash('sha256');
  for (let start = 0; start < large.length;) {
    const length = 1 + Math.floor(Math.random() * 700_000);
    const { body } = await ask({ range: `bytes=${start}-${start + length - 1}` }, 'large.mp4');
    hash.update(body);
    start += length;
  }
  expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
  const whole = await ask({}, 'large.mp4');
  expect(whole.body.equals(large)).toBe(true);
});

test('a running response is cut off when access ends', { tags: ['VID-22'] }, async () => {
  mayContinue = true;
  const response = await fetch(`http://127.0.0.1:${port}/enormous.mp4`);
  const reader = response.body?.getReader();
  await reader?.read();
  mayContinue = false;
  const readOn = async (): Promise<void> => {
    for (let last = await reader?.read(); last?.done === false;) last = await reader?.read();
  };
  await expect(readOn()).rejects.toThrow();
  mayContinue = true;
});

test('a missing file returns 404', async () => {
  const { status, body } = await ask({}, 'nothing.mp4');
  expect(status).toBe(404);
  expect(JSON.parse(body.toString())).toMatchObject({ code: 'file_not_found' });
});

test('a file whose first bytes cannot be read is an error, and one that breaks off later ends the connection', async () => {
  files['a/away.mp4'] = fileFrom(1000, async () => {
    throw new UnavailableError('the store does not respond');
  });
  const { status, headers, body } = await ask({}, 'away.mp4');
  expect([status, headers['retry-after'], JSON.parse(body.toString())]).toMatchObject([503, '2', { code: 'busy' }]);
  expect(warnings).toEqual([]);
  files['a/short.mp4'] = { ...fileOf(large), sizeBytes: large.length + 200_000 };
  for (let viewers = 0; viewers < 3; viewers += 1) await expect(ask({}, 'short.mp4')).rejects.toThrow();
  expect(warnings).toEqual(['a stored file could not be read to its end']);
  await untilNothingIsOpen();
  expectWhole(await ask());
});
