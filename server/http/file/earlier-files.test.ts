import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { startObjectStore } from '#test/object-store.ts';
import { runSweep } from '#test/run-sweep.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** A folder of built pages with these parts; another call replaces what a release replaces. */
const build = async (folder: string, parts: Record<string, string>): Promise<void> => {
  await rm(join(folder, 'assets'), { recursive: true, force: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<html lang="en"><title>x</title></html>');
  for (const [name, text] of Object.entries(parts)) await writeFile(join(folder, 'assets', name), text);
};

const get = async (app: TestApp, name: string, encoding = ''): Promise<unknown> => {
  const headers = encoding === '' ? {} : { 'accept-encoding': encoding };
  const { statusCode, body, headers: sent } = await app.http.inject({ url: `/assets/${name}`, headers });
  return statusCode === 200
    ? [body, sent['content-encoding'], sent['cache-control'], sent['content-type']]
    : statusCode;
};

const served = (body: string, encoding?: string) => [
  body,
  encoding,
  'public, max-age=31536000, immutable',
  'text/javascript; charset=utf-8',
];

test.each(['disk', 'bucket'])(
  'parts of an earlier version are served for 14 days from the %s, by every process',
  async (kind) => {
    const pages = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
    onTestFinished(() => rm(pages, { recursive: true }));
    const store = kind === 'bucket' ? await startObjectStore() : undefined;
    if (store) onTestFinished(() => store[Symbol.asyncDispose]());
    await build(pages, { 'Checkout-Ab_C1.js': 'old', 'Checkout-Ab_C1.js.br': 'packed' });
    const before = await startApp(store?.settings ?? {}, { pages });
    await before.listen();
    await build(pages, { 'Checkout-Xy_Z2.js': 'new' });
    await using after = await before.restart();
    await after.listen();
    await using further = await after.another();
    for (const app of [after, further]) {
      expect(await get(app, 'Checkout-Ab_C1.js')).toEqual(served('old'));
      expect(await get(app, 'Checkout-Ab_C1.js', 'gzip, br')).toEqual(served('packed', 'br'));
      expect(await get(app, 'Checkout-Xy_Z2.js', 'br')).toEqual(served('new'));
      expect(await get(app, 'Checkout-none.js')).toBe(404);
    }
    after.clock.advance(13 * DAY_MS);
    await runSweep(after, 'pages.keep');
    await using later = await after.another();
    expect(await get(later, 'Checkout-Ab_C1.js')).toEqual(served('old'));
    after.clock.advance(2 * DAY_MS);
    await runSweep(after, 'pages.keep');
    await using last = await after.another();
    expect([await get(last, 'Checkout-Ab_C1.js'), await get(last, 'Checkout-Xy_Z2.js')]).toEqual([404, served('new')]);
  },
);

/** Runs a module as a page would, and returns what came of it. */
const runIn = (module: string, { look, kept }: { look?: string; kept: Map<string, string> }): Promise<string> => {
  const outcome = Promise.withResolvers<string>();
  vi.stubGlobal('document', { documentElement: { dataset: look === undefined ? {} : { look } } });
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  vi.stubGlobal('location', { reload: () => outcome.resolve('loads again') });
  onTestFinished(() => void vi.unstubAllGlobals());
  // Each is another module.
  import(`data:text/javascript,${encodeURIComponent(module)}//${Math.random()}`).then(
    () => outcome.resolve('goes on'),
    (error: Error) => outcome.resolve(error.message),
  );
  return outcome.promise;
};

test('a page of a version whose parts are not kept loads again once, and a page of this one is told', async () => {
  const pages = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  onTestFinished(() => rm(pages, { recursive: true }));
  await build(pages, { 'Checkout-Xy_Z2abc.js': 'new' });
  await using app = await startApp({}, { pages });
  const { statusCode, body, headers } = await app.http.inject('/assets/Checkout-Ab_C1234.js');
  expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
    200,
    'no-store',
    'text/javascript; charset=utf-8',
  ]);
  const kept = new Map<string, string>();
  expect(await runIn(body, { kept })).toBe('loads again');
  expect(await runIn(body, { kept })).toBe('This part is of another version');
  expect(await runIn(body, { look: 'study', kept: new Map() })).toBe('This part is of another version');
  for (const name of ['Checkout-Ab_C1234.css', 'Checkout.js', 'a/Checkout-Ab_C1234.js'])
    expect(await get(app, name), name).toBe(404);
});
