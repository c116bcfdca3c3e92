import { expect, test } from 'vitest';
import { parseStoryboard, thumbnailAt } from './storyboard.ts';

const text = [
  'WEBVTT',
  '',
  '00:00:00.000 --> 00:00:10.000',
  'storyboard-1.jpg#xywh=0,0,160,90',
  '',
  '1',
  '00:00:10.000 --> 01:00:20.500',
  'storyboard-1.jpg#xywh=160,0,160,90',
  '',
  'not a cue',
  '',
  '00:30.000 --> 00:40.000',
  'no picture',
].join('\r\n');

test('a storyboard maps each time to a part of an image', () => {
  const thumbnails = parseStoryboard(text, 'https://school.example/media/token/storyboard.vtt');
  expect(thumbnails).toHaveLength(2);
  expect(thumbnailAt(thumbnails, 12)).toEqual({
    startSeconds: 10,
    endSeconds: 3620.5,
    address: 'https://school.example/media/token/storyboard-1.jpg',
    x: 160,
    y: 0,
    width: 160,
    height: 90,
  });
  expect(thumbnailAt(thumbnails, 3)?.x).toBe(0);
  expect(thumbnailAt([], 3)).toBeUndefined();
});
