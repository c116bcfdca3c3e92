// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { download } from './offline-lecture-for-test.ts';
import {
  chosenQuality,
  knownQuality,
  nameOfQuality,
  offersOf,
  sizeOfDownload,
  storeQuality,
} from './offline-quality.ts';
import { english } from '#contract/languages/language.ts';

afterEach(() => vi.unstubAllGlobals());

const MASTER = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,RESOLUTION=854x480
480.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=90000,AVERAGE-BANDWIDTH=80000
audio.m3u8
`;

test('the size of an upright video is its shorter side', async () => {
  const upright = MASTER.replace('854x480', '1080x1920');
  vi.stubGlobal('fetch', async () => new Response(upright));
  const hls = 'https://school.example/media/token/master.m3u8';
  const offers = await offersOf({ ...download.lecture, hls, durationMs: 10_000 });
  expect(offers.map(({ quality }) => quality)).toEqual([1080, 'audio']);
});

test('what a copy needs is its rendition and its attachments', async () => {
  vi.stubGlobal('fetch', async () => new Response(MASTER));
  const attachments = [1000, 500].map((sizeBytes) => ({ _id: '', name: '', sizeBytes, address: '' }));
  const hls = 'https://school.example/media/token/master.m3u8';
  const lecture = { ...download.lecture, durationMs: 10_000, hls, attachments };
  expect(await offersOf(lecture)).toEqual([
    { quality: 480, sizeBytes: 1_001_500 },
    { quality: 'audio', sizeBytes: 101_500 },
  ]);
  expect(await offersOf({ ...lecture, durationMs: null })).toEqual([
    { quality: 480, sizeBytes: 1500 },
    { quality: 'audio', sizeBytes: 1500 },
  ]);
  expect(await offersOf({ ...lecture, hls: null })).toEqual([]);
  expect(await sizeOfDownload(lecture, 720)).toBe(1_001_500);
  expect(await sizeOfDownload(lecture, 'audio')).toBe(101_500);
});

test('while the playlist cannot be read there is nothing to choose, and no size is known', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (address: unknown) => {
    asked.push(address);
    return new Response(MASTER, { status: 403 });
  });
  const hls = 'https://school.example/media/token/master.m3u8';
  const lecture = { ...download.lecture, hls };
  expect(await offersOf(lecture)).toEqual([]);
  expect(await sizeOfDownload(lecture, 480)).toBeNull();
  expect(asked).toEqual([hls, hls]);
});

test('the single file needs what the server says it has', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    asked.push(request);
    return new Response(null, { headers: { 'content-length': '7000' } });
  });
  const attachments = [{ _id: '', name: '', sizeBytes: 500, address: '' }];
  const address = 'https://school.example/media/token/video.mp4';
  const lecture = { ...download.lecture, attachments, lecture: [{ secure_url: address }] };
  expect(await sizeOfDownload(lecture, 480)).toBe(7500);
  expect(await sizeOfDownload({ ...lecture, hls: 'https://school.example/master.m3u8' }, 'original')).toBe(7500);
  expect(asked).toEqual([
    [address, { method: 'HEAD' }],
    [address, { method: 'HEAD' }],
  ]);
  for (const response of [
    { status: 403, headers: { 'content-length': '7000' } },
    { status: 200, headers: {} },
  ]) {
    vi.stubGlobal('fetch', async () => new Response(null, response));
    expect(await sizeOfDownload(lecture, 480)).toBeNull();
  }
});

test('nothing is asked after a choice, or where there is only one file', () => {
  const hls = 'https://school.example/master.m3u8';
  expect([knownQuality({ hls }), knownQuality({ hls: null })]).toEqual([undefined, 'original']);
  storeQuality(480);
  expect([knownQuality({ hls }), knownQuality({ hls: null })]).toEqual([480, 480]);
});

test.each([
  [720, '720p'],
  ['audio', 'audio only'],
  ['original', 'as uploaded'],
] as const)('the choice of %s is stored until it is taken back, and named %s', (quality, name) => {
  storeQuality(quality);
  expect([chosenQuality(), nameOfQuality(quality, english)]).toEqual([quality, name]);
  expect(localStorage.getItem('kept-quality')).toBe(String(quality));
  storeQuality(undefined);
  expect([chosenQuality(), localStorage.getItem('kept-quality')]).toEqual([undefined, null]);
});
