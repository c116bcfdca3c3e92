import { afterEach, expect, test, vi } from 'vitest';
import { kept } from './kept-lecture-for-test.ts';
import { offersOf } from './quality-choice.ts';

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
  const lecture = { ...kept.lecture, durationMs: 10_000, hls, attachments };
  expect(await offersOf(lecture)).toEqual([
    { quality: 480, sizeBytes: 1_001_500 },
    { quality: 'audio', sizeBytes: 101_500 },
  ]);
  expect(await offersOf({ ...lecture, hls: null })).toEqual([]);
});
