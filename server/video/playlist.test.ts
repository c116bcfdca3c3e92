import { expect, test } from 'vitest';
import { longestPieceSeconds } from './playlist.ts';

test('how far key frames lie apart is the longest piece that a picture was cut into', () => {
  const pieces = ['#EXTINF:4.004000,', '#EXT-X-BYTERANGE:10@0', '1080.mp4', '#EXTINF:11.5,', '#EXT-X-BYTERANGE:5@10'];
  expect(longestPieceSeconds(['#EXTM3U', '#EXT-X-TARGETDURATION:12', ...pieces].join('\n'))).toBe(11.5);
  expect(longestPieceSeconds('#EXTM3U')).toBe(0);
});
