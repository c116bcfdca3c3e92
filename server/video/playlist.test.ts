import { expect, test } from 'vitest';
import { longestSegmentSeconds } from './playlist.ts';

test('the distance of key frames is the length of the longest video segment', () => {
  const segments = ['#EXTINF:4.004000,', '#EXT-X-BYTERANGE:10@0', '1080.mp4', '#EXTINF:11.5,', '#EXT-X-BYTERANGE:5@10'];
  expect(longestSegmentSeconds(['#EXTM3U', '#EXT-X-TARGETDURATION:12', ...segments].join('\n'))).toBe(11.5);
  expect(longestSegmentSeconds('#EXTM3U')).toBe(0);
});
