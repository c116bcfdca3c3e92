import { expect, test } from 'vitest';
import type { StoredFile } from '#server/storage/storage.ts';
import { createPlaylistReader } from './playlists.ts';

/** Files by key, with the keys that were opened. */
const openFiles = (texts: Record<string, string>) => {
  const opened: string[] = [];
  const open = async (key: string): Promise<StoredFile | undefined> => {
    opened.push(key);
    const text = texts[key];
    if (text === undefined) return undefined;
    const bytes = Buffer.from(text);
    return {
      sizeBytes: bytes.length,
      modifiedAtMs: 0,
      read: async (into, position) => bytes.copy(into, 0, position),
      readFrom: () => ({
        fill: async (into) => {
          bytes.copy(into);
        },
        close: () => undefined,
      }),
      close: async () => undefined,
    };
  };
  return { opened, open, texts };
};

test('many viewers at once read a playlist once', async () => {
  const files = openFiles({ 'a.m3u8': '#EXTM3U' });
  const read = createPlaylistReader(files);
  expect(await Promise.all([read('a.m3u8'), read('a.m3u8')])).toEqual(['#EXTM3U', '#EXTM3U']);
  expect(await read('a.m3u8')).toBe('#EXTM3U');
  expect(files.opened).toEqual(['a.m3u8']);
});

test('the longest unused playlists leave when the memory for them is full', async () => {
  const files = openFiles({ a: '1234', b: '1234', c: '1234' });
  const read = createPlaylistReader(files, { maxBytes: 1100 });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) await read(key);
  expect(files.opened).toEqual(['a', 'b', 'c', 'b']);
});

test('a playlist that is not there yet is looked up again', async () => {
  const files = openFiles({});
  const read = createPlaylistReader(files);
  await expect(read('a')).rejects.toMatchObject({ code: 'file_not_found' });
  files.texts['a'] = '#EXTM3U';
  expect(await read('a')).toBe('#EXTM3U');
});
