import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { cacheClassroom, cacheShell, deleteOlderShells, shellFile, shellPage } from './shell.ts';

// The build writes them, and the module reads them as it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('BUILD', 'b2');
  vi.stubGlobal('SHELL_FILES', ['shell.js']);
  vi.stubGlobal('CLASSROOM_FILES', ['player.js']);
});

const PAGE = `<html><head><link rel="icon" href="/brand/icon.png"><link rel="stylesheet" href="/assets/a.css">
<link href="/accent/1.css"><link rel="x" href="//cdn.example/x.css"><link rel="canonical" href="https://school.example/offline">
<script type="module" src="/assets/a.js"></script><img alt="" src="/brand/logo.png"><a href="/courses">x</a></head></html>`;

/** What the server has; other addresses cannot be reached. */
let online: Map<string, string>;
let stored: Map<string, Map<string, string>>;
let fetched: string[];

const pathOf = (request: Request | string): string =>
  typeof request === 'string' ? request : new URL(request.url).pathname;

const load = async (request: Request | string): Promise<Response> => {
  fetched.push(pathOf(request));
  const text = online.get(pathOf(request));
  if (text === undefined) throw new TypeError('offline');
  return new Response(text, { status: text === 'broken' ? 500 : 200 });
};

const open = async (name: string) => {
  const cache = stored.get(name) ?? new Map<string, string>();
  stored.set(name, cache);
  const add = async (path: string): Promise<void> => {
    const response = await load(path);
    if (!response.ok) throw new TypeError('not added');
    cache.set(path, await response.text());
  };
  return {
    add,
    addAll: async (paths: string[]) => void (await Promise.all(paths.map(add))),
    keys: async () => [...cache.keys()].map(request),
    put: async (path: string, response: Response) => void cache.set(path, await response.text()),
  };
};

beforeEach(() => {
  stored = new Map();
  fetched = [];
  online = new Map(
    ['/offline', '/shell.js', '/player.js', '/brand/icon.png', '/accent/1.css', '/brand/logo.png'].map((path) => [
      path,
      path,
    ]),
  );
  online.set('/offline', PAGE);
  vi.stubGlobal('fetch', load);
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (path: string, { cacheName, ignoreVary }: { cacheName: string; ignoreVary: boolean }) => {
      const text = ignoreVary ? stored.get(cacheName)?.get(path) : undefined;
      return text === undefined ? undefined : new Response(text);
    },
  });
});
afterAll(() => void vi.unstubAllGlobals());

const listed = () => Object.fromEntries([...stored].map(([name, files]) => [name, [...files.keys()].toSorted()]));
const request = (path: string): Request => new Request(`https://school.example${path}`);
const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();

test('the shell is the page for times without a connection, its files, and the look of the school', async () => {
  await cacheShell();
  expect(listed()).toEqual({
    'shell-b2': ['/accent/1.css', '/brand/icon.png', '/brand/logo.png', '/offline', '/shell.js'],
  });
  expect(stored.get('shell-b2')?.get('/offline')).toBe(PAGE);
});

test('the shell is complete without the look of the school, and fails without its page or its files', async () => {
  for (const path of ['/accent/1.css', '/brand/icon.png', '/brand/logo.png']) online.delete(path);
  await cacheShell();
  expect(listed()).toEqual({ 'shell-b2': ['/offline', '/shell.js'] });
  online.delete('/shell.js');
  await expect(cacheShell()).rejects.toThrow('offline');
  online.set('/offline', 'broken');
  await expect(cacheShell()).rejects.toThrow('The page for times without a connection has the status 500');
});

test('pages that play downloads are cached once they were, for each build', async () => {
  stored.set('classroom-b1', new Map());
  await cacheShell();
  expect(listed()).toMatchObject({ 'classroom-b2': ['/player.js'] });
  stored.clear();
  stored.set('other', new Map());
  await cacheShell();
  expect(listed()).not.toHaveProperty('classroom-b2');
  await cacheClassroom();
  expect(listed()).toMatchObject({ 'classroom-b2': ['/player.js'] });
});

test('pages that play downloads and did not all arrive are added later, the others not again', async () => {
  online.delete('/player.js');
  await expect(cacheClassroom()).rejects.toThrow('offline');
  online.set('/player.js', 'the player');
  await cacheClassroom();
  await cacheClassroom();
  expect(listed()).toEqual({ 'classroom-b2': ['/player.js'] });
  expect(fetched).toEqual(['/player.js', '/player.js']);
});

test('a preload that failed as a response, as in Firefox, is no page', async () => {
  const failed = Promise.resolve(Response.error());
  online.set('/courses', 'from the server');
  expect(await textOf(shellPage(request('/courses'), failed))).toBe('from the server');
  online.delete('/courses');
  await cacheShell();
  expect(await textOf(shellPage(request('/courses'), failed))).toBe(PAGE);
});

test('caches of earlier builds are deleted', async () => {
  for (const name of ['shell-b1', 'classroom-b1', 'shell-b2', 'classroom-b2', 'shell-ab2']) stored.set(name, new Map());
  await deleteOlderShells();
  expect([...stored.keys()]).toEqual(['shell-b2', 'classroom-b2']);
});

test('a page comes from the server, or is the one that works without a connection', async () => {
  online.set('/courses', 'from the server');
  const nothing = Promise.resolve(undefined);
  expect(await textOf(shellPage(request('/courses'), Promise.resolve(new Response('preloaded'))))).toBe('preloaded');
  expect(fetched).toEqual([]);
  expect(await textOf(shellPage(request('/courses'), nothing))).toBe('from the server');
  online.delete('/courses');
  expect((await shellPage(request('/courses'), nothing)).type).toBe('error');
  await cacheShell();
  expect(await textOf(shellPage(request('/courses'), nothing))).toBe(PAGE);
  expect(await textOf(shellPage(request('/courses'), Promise.reject(new TypeError('offline'))))).toBe(PAGE);
});

test('files of a build come from the cache, others from the server while it can be reached', async () => {
  stored.set(
    'shell-b2',
    new Map([
      ['/assets/a.js', 'cached'],
      ['/brand/logo.png', 'cached'],
    ]),
  );
  stored.set('classroom-b2', new Map([['/assets/player.js', 'cached']]));
  stored.set('shell-b1', new Map([['/assets/old.js', 'cached']]));
  const get = (path: string) => textOf(shellFile(request(path), path));
  for (const path of ['/assets/a.js', '/assets/player.js', '/brand/logo.png', '/assets/new.js'])
    online.set(path, 'sent');
  expect(await Promise.all(['/assets/a.js', '/assets/player.js'].map(get))).toEqual(['cached', 'cached']);
  expect(fetched).toEqual([]);
  expect(await Promise.all(['/brand/logo.png', '/assets/new.js'].map(get))).toEqual(['sent', 'sent']);
  online.clear();
  expect(await get('/brand/logo.png')).toBe('cached');
  for (const path of ['/assets/old.js', '/assets/none.js'])
    expect((await shellFile(request(path), path)).type, path).toBe('error');
});
