import { expect, test } from 'vitest';
import { importKey, openChunk, sealChunk } from './offline-store.ts';

const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const place = { lectureId: 'l1', name: 'media', index: 2 };
const bytes = new TextEncoder().encode('the first crore').buffer;

test('a chunk opens with its key at its place, and nowhere else', async () => {
  const key = await importKey(KEY);
  const sealed = await sealChunk(key, place, bytes);
  expect(new TextDecoder().decode(sealed)).not.toContain('crore');
  expect(new TextDecoder().decode(await openChunk(key, place, sealed))).toBe('the first crore');
  await expect(openChunk(key, { ...place, index: 3 }, sealed)).rejects.toThrow();
  await expect(openChunk(key, { ...place, lectureId: 'l2' }, sealed)).rejects.toThrow();
  await expect(openChunk(await importKey(KEY.replace('A', 'B')), place, sealed)).rejects.toThrow();
});

test('no script reads a key again, and the same chunk is never encrypted alike', async () => {
  const key = await importKey(KEY);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  const sealed = async () => Buffer.from(await sealChunk(key, place, bytes)).toString('hex');
  expect(await sealed()).not.toBe(await sealed());
});
