import { afterEach, expect, test, vi } from 'vitest';
import { download } from './offline-lecture-for-test.ts';
import { knownQuality, offersOf, sizeOfDownload, storeQuality } from './offline-quality.ts';

afterEach(() => vi.unstubAllGlobals());

const MASTER = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,RESOLUTION=854x480
480.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=90000,AVERAGE-BANDWIDTH=80000
audio.m3u8
`;

test('what a copy needs is its rendition and its attachments', async () => {
  vi.stubGlobal('fetch', async () => new Response(MASTER));
  const attachments = [1000, 500].map((sizeBytes) => ({ _id: '', name: '', sizeBytes, address: '' }));
  const hls = 'https://school.example/media/token/master.m3u8';
  const lecture = { ...download.lecture, durationMs: 10_000, hls, attachments };
  expect(await offersOf(lecture)).toEqual([
    { quality: 480, sizeBytes: 1_001_500 },
    { quality: 'audio', sizeBytes: 101_500 },
  ]);
  expect(await offersOf({ ...lecture, hls: null })).toEqual([]);
  expect(await sizeOfDownload(lecture, 720)).toBe(1_001_500);
  expect(await sizeOfDownload(lecture, 'audio')).toBe(101_500);
});

test('the single file needs what the server says it has', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { headers: { 'content-length': '7000' } }));
  const attachments = [{ _id: '', name: '', sizeBytes: 500, address: '' }];
  const lecture = { ...download.lecture, attachments };
  expect(await sizeOfDownload(lecture, 480)).toBe(7500);
  expect(await sizeOfDownload({ ...lecture, hls: 'https://school.example/master.m3u8' }, 'original')).toBe(7500);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 403 }));
  expect(await sizeOfDownload(lecture, 480)).toBeNull();
});

test('nothing is asked after a choice, or where there is only one file', () => {
  const hls = 'https://school.example/master.m3u8';
  expect([knownQuality({ hls }), knownQuality({ hls: null })]).toEqual([undefined, 'original']);
  storeQuality(480);
  expect([knownQuality({ hls }), knownQuality({ hls: null })]).toEqual([480, 480]);
});
