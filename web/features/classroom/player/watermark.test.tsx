import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { isMarked } from '../watermark-of.ts';
import { createPlayerActions } from './player-actions.ts';
import { lectureAt } from './player-for-test.tsx';

test('an iPhone, whose full screen would hide a watermark, plays in the page and says how to fill the window', async () => {
  const entered: string[] = [];
  const video = document.createElement('video');
  Object.assign(video, { webkitEnterFullscreen: () => entered.push('the full screen of the phone') });
  const parts = {
    video,
    // An iPhone has no full screen for it.
    stage: document.createElement('div'),
    intent: { isPlaying: false, seconds: 0 },
    knownSeconds: null,
    onChange: () => undefined,
  };
  render(<Toaster />);
  createPlayerActions({ ...parts, isInline: false }).toggleFullscreen();
  createPlayerActions({ ...parts, isInline: true }).toggleFullscreen();
  expect(await screen.findByText(/^Turn your phone on its side: the video fills the window\./)).toBeDefined();
  expect(entered).toEqual(['the full screen of the phone']);
});

test('videos that play have a watermark, free and locked ones have none', () => {
  const lecture = lectureAt('https://school.example/first.mp4');
  const marked = [
    lecture,
    { ...lecture, isFreePreview: true },
    { ...lecture, lockedBy: { kind: 'date', on: '2027-01-04' } as const },
    { ...lecture, kind: 'audio' as const },
  ].map(isMarked);
  expect(marked).toEqual([true, false, false, false]);
});
