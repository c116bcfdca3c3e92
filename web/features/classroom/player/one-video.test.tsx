import { render, screen, waitFor } from '@testing-library/react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { expect, test } from 'vitest';
import { fakeMedia } from './fake-media.ts';
import { LecturePlayer } from './lecture-player.tsx';
import { lectureAt, openPlayer } from './player-for-test.tsx';

test('the next lecture plays in the same element, which browsers allow to play after one press', async () => {
  const { video, hasOpened } = fakeMedia();
  const player = (lecture: Lecture) => (
    <LecturePlayer lecture={lecture} renewLecture={async () => lecture} startsPlaying />
  );
  const { rerender } = render(player(lectureAt('https://school.example/first.mp4')));
  await hasOpened();
  const first = video();
  rerender(player({ ...lectureAt('https://school.example/second.mp4'), _id: 'second', title: 'Feedback' }));
  await waitFor(() => expect(video().src).toBe('https://school.example/second.mp4'));
  expect(video()).toBe(first);
  expect(screen.getByRole('region', { name: 'Video: Feedback' })).toBeDefined();
  await hasOpened();
  expect(first.paused).toBe(false);
});

test('a sound that the device cannot play says so', async () => {
  const { media, emit } = openPlayer({
    freshAddresses: ['https://school.example/second.mp3', 'https://school.example/third.mp3'],
    more: {
      lecture: { ...lectureAt(''), kind: 'audio', lecture: [], audio: { address: 'https://school.example/first.mp3' } },
    },
  });
  for (const time of [1, 2]) {
    media.error = {
      code: 3,
      message: `time ${time}`,
      MEDIA_ERR_ABORTED: 1,
      MEDIA_ERR_NETWORK: 2,
      MEDIA_ERR_DECODE: 3,
      MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
    };
    await emit('error');
  }
  expect((await screen.findByRole('alert')).textContent).toContain('Check that it has a sound output');
});
