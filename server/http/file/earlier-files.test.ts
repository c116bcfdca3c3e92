import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
