import { createHash, randomBytes } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { isStorageKey, type Storage, type StoredFile } from '#server/storage/storage.ts';
import { temporaryFolder } from './isolated-data.ts';

const MIB = 1024 * 1024;
/** A part and a rest. */
const LARGE = randomBytes(9 * MIB + 7);
/** Two parts and a rest. */
const UPLOAD = randomBytes(17 * MIB + 7);

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const bytesOf = async (file: StoredFile | undefined): Promise<Buffer> => {
  const bytes = Buffer.alloc(file?.sizeBytes ?? 0);
  const reader = file?.readFrom(0, bytes.length - 1);
  if (bytes.length > 0) await reader?.fill(bytes);
  reader?.close();
  await file?.close();
  return bytes;
};

const stored = async (storage: Storage, key: string): Promise<string> => sha(await bytesOf(await storage.open(key)));

const keysIn = async (storage: Storage, folder: string): Promise<string[]> => {
  const keys = [];
  for await (const { key } of storage.list(folder)) keys.push(key);
  return keys.toSorted();
};

const uploadsIn = async (storage: Storage): Promise<string[]> => {
  const ids = [];
  for await (const { id } of storage.uploads.list()) ids.push(id);
  return ids;
};

/** Bytes as they come from the network; with `breaksOff` the connection is lost after them. */
const arriving = (bytes: Uint8Array, { breaksOff = false } = {}): Readable =>
  Readable.from(
    (async function* chunks() {
      for (let start = 0; start < bytes.length; start += 65_000)
        yield Buffer.from(bytes.subarray(start, start + 65_000));
      if (breaksOff) throw new Error('the connection was lost');
    })(),
    { objectMode: false },
  );

/** What every storage does. `openStorage` returns a process's view of the same files each time within a test. */
export const testStorage = (openPlace: () => Promise<() => Promise<Storage>>): void => {
  const start = async (): Promise<{ storage: Storage; another: () => Promise<Storage>; folder: string }> => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const another = await openPlace();
    return { storage: await another(), another, folder: folder.path };
  };
  const anything = { inspection: undefined, maxBytes: 100 * MIB };

  test('a stored file can be read at any position, and is gone once removed', async () => {
    const { storage } = await start();
    await storage.put('avatars/one.webp', Buffer.from('a picture'));
    const file = await storage.open('avatars/one.webp');
    const into = Buffer.alloc(7);
    expect(await file?.read(into, 2)).toBe(7);
    expect(into.toString()).toBe('picture');
    expect([await file?.read(into, 6), await file?.read(into, 9), file?.sizeBytes]).toEqual([3, 0, 9]);
    await file?.close();
    await storage.remove('avatars/one.webp');
    await storage.remove('avatars/one.webp');
    expect(await storage.open('avatars/one.webp')).toBeUndefined();
  });

  test('an empty file is a file', async () => {
    const { storage } = await start();
    await storage.put('captions/empty.vtt', Buffer.alloc(0));
    const file = await storage.open('captions/empty.vtt');
    expect([file?.sizeBytes, await file?.read(Buffer.alloc(5), 0)]).toEqual([0, 0]);
    await file?.close();
  });

  test('a finished temporary file moves to its key', async () => {
    const { storage, folder } = await start();
    const path = join(folder, 'made');
    await writeFile(path, LARGE);
    await storage.take('videos/deep/one.mp4', path);
    await expect(open(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await stored(storage, 'videos/deep/one.mp4')).toBe(sha(LARGE));
  });

  test('an invalid key is never used', { tags: ['VID-26'] }, async () => {
    const { storage } = await start();
    const bad = [
      '../lectern.db',
      'avatars/../../lectern.db',
      '/etc/passwd',
      'avatars/one.webp\0.png',
      'avatars//one.webp',
      String.raw`avatars\one.webp`,
      'avatars',
      'avatars/.hidden',
      '',
    ];
    for (const key of bad) {
      expect(isStorageKey(key), key).toBe(false);
      expect(await storage.open(key), key).toBeUndefined();
      await expect(storage.put(key, Buffer.from('x')), key).rejects.toThrow('not a storage key');
    }
  });

  test('ranges are read on in order, also those that are given up midway', { tags: ['VID-2'] }, async () => {
    const { storage } = await start();
    const arrival = await storage.receive(arriving(LARGE), anything);
    await arrival.storeAs('videos/one.mp4');
    const file = await storage.open('videos/one.mp4');
    const into = Buffer.alloc(300_000);
    for (const from of [0, 1, 8 * MIB - 5, LARGE.length - into.length]) {
      const reader = file?.readFrom(from, LARGE.length - 1);
      await reader?.fill(into);
      expect(sha(into), String(from)).toBe(sha(LARGE.subarray(from, from + into.length)));
      reader?.close();
    }
    const last = file?.readFrom(LARGE.length - 3, LARGE.length - 1);
    const three = Buffer.alloc(3);
    await last?.fill(three);
    expect(three.equals(LARGE.subarray(-3))).toBe(true);
    await expect(last?.fill(three)).rejects.toThrow('shorter');
    last?.close();
    await file?.close();
  });

  test('a folder lists its files with their age', async () => {
    const { storage } = await start();
    for (const key of ['posters/a/one.jpg', 'posters/two.jpg', 'postersx/three.jpg', 'videos/four.mp4'])
      await storage.put(key, Buffer.from('x'));
    expect(await keysIn(storage, 'posters')).toEqual(['posters/a/one.jpg', 'posters/two.jpg']);
    expect(await keysIn(storage, 'renditions')).toEqual([]);
    for await (const { modifiedAtMs } of storage.list('posters'))
      expect(Math.abs(Date.now() - modifiedAtMs)).toBeLessThan(60_000);
  });

  test.each([
    ['large', LARGE],
    ['small', LARGE.subarray(0, 1000)],
    ['as large as a part', LARGE.subarray(0, 8 * MIB)],
  ])('a %s file that was received is stored under a key, and stays until it is removed', async (_what, bytes) => {
    const { storage } = await start();
    const arrival = await storage.receive(arriving(bytes), anything);
    expect(sha(await bytesOf(await arrival.open()))).toBe(sha(bytes));
    await arrival.storeAs('videos/one.mp4');
    await arrival.storeAs('videos/two.mp4');
    await arrival.remove();
    expect(await keysIn(storage, 'videos')).toEqual(['videos/one.mp4', 'videos/two.mp4']);
    await storage.remove('videos/one.mp4');
    expect(await stored(storage, 'videos/two.mp4')).toBe(sha(bytes));
    expect(await uploadsIn(storage)).toEqual([]);
  });

  test('of a file that is refused or breaks off, nothing is left', { tags: ['VID-32'] }, async () => {
    const { storage } = await start();
    const inspect = (first: Buffer): void => {
      expect(first.length).toBe(4096);
      throw new Failure('not_a_video');
    };
    const inspection = { bytes: 4096, inspect };
    await expect(storage.receive(arriving(LARGE), { ...anything, inspection })).rejects.toMatchObject({
      code: 'not_a_video',
    });
    await expect(storage.receive(arriving(LARGE), { ...anything, maxBytes: 9 * MIB - 1 })).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(storage.receive(arriving(LARGE, { breaksOff: true }), anything)).rejects.toThrow(
      'connection was lost',
    );
    expect(await uploadsIn(storage)).toEqual([]);
  });

  const append = async (storage: Storage, id: string, end: number, { breaksOff = false } = {}): Promise<void> => {
    const receivedBytes = (await storage.uploads.receivedBytes(id)) ?? -1;
    const bytes = arriving(UPLOAD.subarray(receivedBytes, end), { breaksOff });
    const next = { bytes, receivedBytes, sizeBytes: UPLOAD.length, inspection: undefined, signal: undefined };
    await storage.uploads.append(id, next);
  };

  test('an upload is continued by another process, byte for byte', { tags: ['VID-36'] }, async () => {
    const { storage, another } = await start();
    const id = newId();
    await storage.uploads.create(id);
    expect(await storage.uploads.receivedBytes(id)).toBe(0);
    let end = 0;
    for (const next of [1000, 3 * MIB, 3 * MIB + 1, 9 * MIB]) {
      await append(end % 2 === 0 ? storage : await another(), id, next);
      expect(await (await another()).uploads.receivedBytes(id)).toBe(next);
      end = next;
    }
    await expect(append(storage, id, UPLOAD.length - 5, { breaksOff: true })).rejects.toThrow('connection was lost');
    const received = await storage.uploads.receivedBytes(id);
    expect(received).toBeGreaterThanOrEqual(16 * MIB);
    await append(await another(), id, UPLOAD.length);
    expect(await storage.uploads.receivedBytes(id)).toBe(UPLOAD.length);
    const arrival = (await another()).uploads.whole(id);
    await arrival.storeAs('videos/one.mp4');
    expect(await stored(storage, 'videos/one.mp4')).toBe(sha(UPLOAD));
    expect(new Set(await uploadsIn(storage))).toEqual(new Set([id]));
    await storage.uploads.remove(id);
    expect(await storage.uploads.receivedBytes(id)).toBeUndefined();
    expect(await uploadsIn(storage)).toEqual([]);
    expect(await stored(storage, 'videos/one.mp4')).toBe(sha(UPLOAD));
  });

  test('an upload takes no more bytes than announced, and is gone once removed', async () => {
    const { storage } = await start();
    const id = newId();
    await storage.uploads.create(id);
    const next = { receivedBytes: 0, sizeBytes: 10 * MIB, inspection: undefined, signal: undefined };
    await expect(storage.uploads.append(id, { ...next, bytes: arriving(UPLOAD) })).rejects.toMatchObject({
      code: 'too_large',
    });
    await storage.uploads.remove(id);
    await storage.uploads.remove(id);
    expect(await storage.uploads.receivedBytes(id)).toBeUndefined();
    for (const bad of ['../a', '', 'A'.repeat(24)]) await expect(storage.uploads.create(bad)).rejects.toThrow('upload');
  });

  test('an upload that is called off keeps what has arrived', async () => {
    const { storage } = await start();
    const id = newId();
    await storage.uploads.create(id);
    const calledOff = new AbortController();
    const bytes = new Readable({ read: () => undefined });
    bytes.push(UPLOAD.subarray(0, 9 * MIB));
    const next = { bytes, receivedBytes: 0, sizeBytes: UPLOAD.length, inspection: undefined, signal: calledOff.signal };
    const appending = storage.uploads.append(id, next);
    setImmediate(() => calledOff.abort());
    await expect(appending).rejects.toThrow('aborted');
    const received = (await storage.uploads.receivedBytes(id)) ?? 0;
    await append(storage, id, UPLOAD.length);
    await storage.uploads.whole(id).storeAs('videos/one.mp4');
    expect(received).toBeLessThanOrEqual(9 * MIB);
    expect(await stored(storage, 'videos/one.mp4')).toBe(sha(UPLOAD));
  });

  test('another program reads a file, at any position', async () => {
    const { storage, folder } = await start();
    await storage.put('videos/one.mp4', Buffer.from('0123456789'));
    const url = await storage.provide('videos/one.mp4', folder);
    if (url.startsWith('file:')) {
      const handle = await open(fileURLToPath(url.replace('file:', 'file://')));
      const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 3);
      await handle.close();
      expect(buffer.toString()).toBe('3456');
    } else {
      const response = await fetch(url, { headers: { range: 'bytes=3-6' } });
      expect([response.status, await response.text()]).toEqual([206, '3456']);
    }
  });

  test('what is complete stays when unfinished files are removed', async () => {
    const { storage } = await start();
    const id = newId();
    await storage.uploads.create(id);
    await append(storage, id, 9 * MIB);
    await storage.put('videos/one.mp4', Buffer.from('x'));
    await storage.removeUnfinished(Date.now() + 60_000);
    expect(await keysIn(storage, 'videos')).toEqual(['videos/one.mp4']);
    expect(await storage.uploads.receivedBytes(id)).toBe(9 * MIB);
  });
};
