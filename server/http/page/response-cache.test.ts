import { expect, test } from 'vitest';
import { prepareResponse } from '../endpoint/prepared-response.ts';
import { createResponseCache } from './response-cache.ts';

const BODY = '"12345678"';
/** The body, two bytes for each letter of the key, and 512 besides. */
const SIZE_BYTES = 10 + 2 + 512;

/** Returns the body that a cache has for a key, which is prepared as `key count`. */
const open = (maxBytes?: number) => {
  const cache = createResponseCache(maxBytes);
  let count = 0;
  const get = (version: string | undefined, key: string, body = BODY) =>
    cache.get(version, key, async () => {
      count += 1;
      return prepareResponse(body);
    });
  return { cache, get, count: () => count };
};

test('a response is prepared once, until the version changes', async () => {
  const { get, count } = open();
  const first = await get('1', 'a');
  expect(first.body.toString()).toBe(BODY);
  expect(get('1', 'a')).toBe(first);
  await get('1', 'b');
  expect(count()).toBe(2);
  await get('2', 'a');
  await get('2', 'b');
  expect(count()).toBe(4);
  // Versions do not come again.
  await get('1', 'a');
  expect(count()).toBe(5);
});

test('nothing is kept while changes may be missed', async () => {
  const { get, count } = open();
  for (let time = 0; time < 2; time += 1) await get(undefined, 'a');
  expect(count()).toBe(2);
});

test('requests at the same time share one preparation, also one that fails', async () => {
  const { cache, get, count } = open();
  expect(await Promise.all([get('1', 'a'), get('1', 'a'), get('1', 'b')])).toHaveLength(3);
  expect(count()).toBe(2);
  let tries = 0;
  const failing = () =>
    cache.get('1', 'c', async () => {
      tries += 1;
      throw new Error('no database');
    });
  await Promise.all([failing(), failing()].map((response) => expect(response).rejects.toThrow('no database')));
  expect(tries).toBe(1);
  await expect(failing()).rejects.toThrow('no database');
  expect(tries).toBe(2);
});

test('what was prepared for an earlier version is sent, and not kept', async () => {
  const { cache, get, count } = open();
  let finish = (): void => undefined;
  const blocked = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = cache.get('1', 'a', async () => {
    await blocked;
    return prepareResponse('"old"');
  });
  const fresh = get('2', 'a');
  expect(count()).toBe(1);
  finish();
  expect((await slow).body.toString()).toBe('"old"');
  expect((await fresh).body.toString()).toBe(BODY);
  expect((await get('2', 'a')).body.toString()).toBe(BODY);
  expect(count()).toBe(1);
});

test('an earlier preparation that ends does not end the one of now', async () => {
  const { cache, get, count } = open();
  const endings: (() => void)[] = [];
  const slow = (version: string, isFailing: boolean) =>
    cache.get(version, 'a', async () => {
      await new Promise<void>((resolve) => endings.push(resolve));
      if (isFailing) throw new Error('no database');
      return prepareResponse(BODY);
    });
  const [failed, early, now] = [slow('1', true), slow('2', false), slow('3', false)];
  endings[0]?.();
  await expect(failed).rejects.toThrow();
  endings[1]?.();
  await early;
  const shared = get('3', 'a');
  expect(count()).toBe(0);
  endings[2]?.();
  expect([await shared, await now]).toHaveLength(2);
  expect(count()).toBe(0);
});

test('the least recently used are evicted for others, by their bytes', async () => {
  const { get, count } = open(2 * SIZE_BYTES);
  const [a] = [await get('1', 'a'), await get('1', 'b')];
  expect(get('1', 'a')).toBe(a);
  await get('1', 'c');
  expect(get('1', 'a')).toBe(a);
  expect(count()).toBe(3);
  await get('1', 'b');
  expect(count()).toBe(4);
  await get('1', 'c');
  expect(count()).toBe(5);
});

test('what is larger than the cache is not kept, and removes nothing', async () => {
  const { get, count } = open(SIZE_BYTES);
  const kept = await get('1', 'a');
  await get('1', 'b', `${BODY} `);
  await get('1', 'b', `${BODY} `);
  expect(count()).toBe(3);
  expect(get('1', 'a')).toBe(kept);
});

test('a new version begins with an empty cache', async () => {
  const { get, count } = open(2 * SIZE_BYTES);
  for (const version of ['1', '2', '3']) for (const key of ['a', 'b']) await get(version, key);
  expect(count()).toBe(6);
  await get('3', 'a');
  await get('3', 'b');
  expect(count()).toBe(6);
});
