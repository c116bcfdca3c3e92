import { expect, test } from 'vitest';
import { readRange } from './offline-media.ts';
import { masterOfCopy, nearestTo, readMediaPlaylist, readRenditions } from './offline-quality.ts';

const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=300000,AVERAGE-BANDWIDTH=200000,CODECS="avc1.640015,mp4a.40.2",RESOLUTION=426x240
240.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=600000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=854x480
480.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=70000,AVERAGE-BANDWIDTH=64000,CODECS="mp4a.40.2"
audio.m3u8
`;
const BASE = 'https://school.example/media/t/master.m3u8';
const renditions = readRenditions(MASTER, BASE);

test('a lecture can be downloaded in its renditions, the largest first', () => {
  expect(renditions.map(({ quality, bitsPerSecond, address }) => [quality, bitsPerSecond, address])).toEqual([
    [480, 600_000, 'https://school.example/media/t/480.m3u8'],
    [240, 200_000, 'https://school.example/media/t/240.m3u8'],
    ['audio', 64_000, 'https://school.example/media/t/audio.m3u8'],
  ]);
});

test.each([
  [480, 480],
  [1080, 480],
  [360, 240],
  [144, 240],
  ['audio', 'audio'],
] as const)('who chose %s gets %s', (wanted, quality) => {
  expect(nearestTo(wanted, renditions)?.quality).toBe(quality);
});

test('without audio alone the smallest rendition is downloaded', () => {
  expect(nearestTo('audio', renditions.slice(0, 2))?.quality).toBe(240);
  expect(nearestTo(480, renditions.slice(2))).toBeUndefined();
  expect(nearestTo('audio', [])).toBeUndefined();
});

test('a rendition needs only its bandwidth and its address, which may be a whole one', () => {
  const master = '#EXTM3U\n#EXT-X-STREAM-INF:RESOLUTION=1920x1080,BANDWIDTH=90\nhttps://cdn.example/a.m3u8\n';
  expect(readRenditions(master, BASE)).toEqual([
    {
      quality: 1080,
      bitsPerSecond: 90,
      tag: '#EXT-X-STREAM-INF:RESOLUTION=1920x1080,BANDWIDTH=90',
      address: 'https://cdn.example/a.m3u8',
    },
  ]);
  expect(readRenditions('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=90\n\n480.m3u8\n', BASE)).toEqual([]);
});

test('the playlist of a copy names the copy, and its segments say how large the file is', () => {
  const at = 'https://cdn.example/1.signature/renditions/l1-480.mp4';
  const playlist = `#EXTM3U\n#EXT-X-MAP:URI="${at}",BYTERANGE="800@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:10@800\n${at}\n#EXTINF:2,\n#EXT-X-BYTERANGE:7@810\n${at}\n`;
  expect(readMediaPlaylist(playlist, `${BASE}/480.m3u8`, 'media')).toEqual({
    address: at,
    sizeBytes: 817,
    text: playlist.replaceAll(at, 'media'),
  });
  expect(readMediaPlaylist('#EXTM3U\nl1.mp4\n', `${BASE}/480.m3u8`, 'media')).toEqual({
    address: `${BASE}/l1.mp4`,
    sizeBytes: 0,
    text: '#EXTM3U\nmedia\n',
  });
  const [largest] = renditions;
  expect(largest && masterOfCopy(largest, 'media.m3u8')).toBe(
    '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=600000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=854x480\nmedia.m3u8\n',
  );
});

test.each([
  [null, { start: 0, end: 99 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=100-', undefined],
  ['bytes=-5', undefined],
])('a player that requests %s of a hundred bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
