import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { OfflineLecture } from './offline-store.ts';
import { factsOf, OfflineRow } from './offline-row.tsx';
import { download } from './offline-lecture-for-test.ts';
import { english } from '#contract/languages/language.ts';

const MB = 1024 * 1024;
const NOW_MS = Date.parse('2026-11-21T06:00:00Z');
const shown = { download, nowMs: NOW_MS, timeZone: 'Asia/Kolkata', freeBytes: 30 * MB, isOnline: false };
const half: OfflineLecture = {
  ...download,
  isComplete: false,
  files: download.files.map((file) => ({ ...file, chunks: 21 })),
};

test.each([
  ['downloaded', download, '16:02 · 84 MB · until 5 Dec'],
  ['ending', { ...download, endsAtMs: NOW_MS + 3.5 * 86_400_000 }, '3 days left · 84 MB · until 24 Nov'],
  ['ended', download, 'Go online to renew it · 84 MB'],
  ['waiting', half, 'Waiting for a connection · 21 MB of 84 MB'],
  ['waiting', { ...half, files: [] }, 'Waiting for a connection'],
  ['loading', half, '25% · 21 MB of 84 MB'],
  ['no-space', { ...half, neededBytes: 84 * MB }, 'Needs 84 MB, 30 MB free'],
  ['removed', download, 'Removed'],
] as const)('a row that is %s', (state, lecture, facts) => {
  expect(factsOf({ ...shown, download: lecture, state }, english)).toBe(facts);
});

test('with a connection, a download waits for others or for its retry', () => {
  const waiting = { ...half, files: [] };
  expect(factsOf({ ...shown, download: waiting, state: 'waiting', isOnline: true }, english)).toBe('Waiting');
});

test('only what can be played leads to the classroom', () => {
  const { rerender } = render(<OfflineRow {...shown} state="downloaded" />, { wrapper: MemoryRouter });
  const link = screen.getByRole('link', { name: 'Profit is not cash' });
  expect(link.getAttribute('href')).toBe('/course/displaylectures?course=c1&lecture=l1');
  expect(screen.getByRole('button', { name: 'Remove Profit is not cash' })).toBeDefined();
  rerender(<OfflineRow {...shown} state="ended" />);
  expect(screen.queryByRole('link')).toBeNull();
  rerender(<OfflineRow {...shown} state="removed" />);
  expect(screen.getByRole('button', { name: 'Undo removing Profit is not cash' })).toBeDefined();
});
