import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openStream } from './open-stream.ts';

/** jsdom plays nothing, so that a ladder ends at the single file, once the library has said so. */
const open = (poster: string): HTMLVideoElement => {
  const video = document.createElement('video');
  if (poster !== '') video.poster = poster;
  openStream({
    video,
    source: { file: '/media/lecture.mp4', ladder: '/media/lecture.m3u8' },
    quality: 'auto',
    intent: { isPlaying: false, seconds: 0 },
    onRenditions: () => undefined,
    onHeight: () => undefined,
    onSlow: () => undefined,
    onProgress: () => undefined,
    onFailure: () => undefined,
  });
  return video;
};

const fileOf = (video: HTMLVideoElement): string | null => video.getAttribute('src');

test('a video that waits loads its poster before the library; one that is played does not wait for it', async () => {
  const pictured = open('/media/poster.jpg');
  const plain = open('');
  await waitFor(() => expect(fileOf(plain)).toBe('/media/lecture.mp4'));
  expect(fileOf(pictured)).toBeNull();
  pictured.dispatchEvent(new Event('play'));
  await waitFor(() => expect(fileOf(pictured)).toBe('/media/lecture.mp4'));
});
