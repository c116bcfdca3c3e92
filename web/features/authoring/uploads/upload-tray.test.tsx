import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import UploadTray from './upload-tray.tsx';
import { uploads } from './uploads.ts';

afterEach(() => {
  uploads.clear();
  vi.unstubAllGlobals();
});

const left = (_id: string, receivedBytes: number) => ({
  _id,
  courseId: 'c1',
  replacesLectureId: null,
  fileName: `${_id}.mp4`,
  sizeBytes: 100,
  receivedBytes,
  lectureId: null,
  expiresAtMs: 0,
});

/** The tray of an admin with unfinished uploads. */
const openTray = async (unfinished: object[]) => {
  const removed: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    if (method === 'DELETE') removed.push(url);
    return Response.json({ success: true, message: '', uploads: unfinished });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <UploadTray />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { expanded: false }));
  return { removed, user };
};

test('unfinished uploads of earlier visits are cancelled together, after a question', async () => {
  const { removed, user } = await openTray([left('one', 40), left('two', 100), left('three', 0)]);
  await user.click(screen.getByRole('button', { name: 'Cancel all' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel 3 uploads?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep them' }));
  expect([removed, uploads.get().length]).toEqual([[], 3]);
  await user.click(screen.getByRole('button', { name: 'Cancel all' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Cancel 3 uploads?' })).getByRole('button', { name: 'Cancel all' }),
  );
  expect(removed.map((address) => address.replace(/.*\//, ''))).toEqual(['one', 'two', 'three']);
  expect(screen.queryByRole('complementary', { name: 'Uploads' })).toBeNull();
});

test('paused uploads are no problem, but closing the tab would lose them', async () => {
  await openTray([left('one', 40)]);
  const warnsBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(screen.getByRole('button', { name: '1 upload needs attention' })).toBeDefined();
  expect(warnsBeforeClosing()).toBe(false);
  act(() => {
    const keys = ['two', 'three'].map((title) => uploads.add('c1', new File(['x'], `${title}.mp4`)));
    uploads.pause(keys);
  });
  expect(screen.getByRole('button', { name: '2 uploads paused, 1 needs attention' })).toBeDefined();
  expect(warnsBeforeClosing()).toBe(true);
});

test('a single upload has nothing to cancel together', async () => {
  await openTray([left('one', 40)]);
  expect(screen.queryByRole('button', { name: 'Cancel all' })).toBeNull();
  expect(screen.getByRole('button', { name: /^Cancel upload/ })).toBeDefined();
});

test('once all uploads are finished and the list is closed, the line disappears by itself', async () => {
  await openTray([left('one', 100)]);
  act(() => uploads.setTitle(uploads.get()[0]?.key ?? '', { title: 'Clay', description: '', isDraft: false }));
  const line = await screen.findByRole('button', { name: 'Uploads complete' });
  vi.useFakeTimers();
  const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));
  await pass(60_000);
  expect(screen.getByRole('button', { name: 'Uploads complete' })).toBe(line);
  act(() => line.click());
  await pass(9999);
  expect(screen.getByRole('button', { name: 'Uploads complete' })).toBe(line);
  await pass(1);
  expect(screen.queryByRole('complementary', { name: 'Uploads' })).toBeNull();
  vi.useRealTimers();
});
