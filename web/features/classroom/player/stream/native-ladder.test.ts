// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { openNativeLadder } from './native-ladder.ts';

const MASTER = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=777000,RESOLUTION=854x480
480.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=3100000,AVERAGE-BANDWIDTH=2800000,RESOLUTION=1920x1080
1080.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=70000,AVERAGE-BANDWIDTH=64000
audio.m3u8
`;

afterEach(() => void vi.unstubAllGlobals());

test('an iPhone without Media Source has the sizes of the playlist, and each is a source of its own', async () => {
  vi.stubGlobal('fetch', async () => new Response(MASTER));
  const video = document.createElement('video');
  const seen: unknown[] = [];
  const ladder = await openNativeLadder({
    video,
    address: 'https://school.example/media/t/master.m3u8',
    quality: 'lowest',
    signal: new AbortController().signal,
    onRenditions: (...offered) => seen.push(offered),
    onHeight: (height) => seen.push(height),
  });
  expect(seen).toEqual([
    [
      [
        { height: 1080, bitsPerSecond: 2_800_000 },
        { height: 480, bitsPerSecond: 777_000 },
      ],
      64_000,
    ],
    480,
  ]);
  expect(video.src).toBe('https://school.example/media/t/480.m3u8');
  ladder.choose(1080);
  expect(video.src).toBe('https://school.example/media/t/1080.m3u8');
  ladder.choose('auto');
  expect(video.src).toBe('https://school.example/media/t/master.m3u8');
});
