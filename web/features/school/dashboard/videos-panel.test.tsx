import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { VideosPanel } from './videos-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const still = { engine: { path: 'ffmpeg', version: '7.1' }, problem: null, processing: 0, failed: 0, needTranscode: 0 };

test('missing renditions are listed and queued with a button', async () => {
  let lacking = 2;
  vi.stubGlobal('fetch', async (_address: unknown, options?: RequestInit) => {
    if (options?.method === 'POST') lacking = 0;
    const video = { ...still, lacking, processing: lacking === 0 ? 2 : 0, sweep: null };
    return Response.json({ success: true, message: 'Video', video, queued: 2 });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <VideosPanel />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^2 videos are missing renditions/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Create missing versions' }));
  expect(await screen.findByText(/^2 videos are being processed/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
