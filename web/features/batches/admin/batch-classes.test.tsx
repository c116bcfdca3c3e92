import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { BatchClasses } from './batch-classes.tsx';

const cubes = {
  lectureId: 'l1',
  title: 'Cubes',
  startsAt: '2026-12-07T13:00:00.000Z',
  durationMinutes: 60,
  isMoved: true,
  isCancelled: false,
};
const roots = { ...cubes, lectureId: 'l2', title: 'Roots', isCancelled: true };
const powers = { ...cubes, lectureId: 'l3', title: 'Powers', startsAt: null, isMoved: false };

test('a class with a day is cancelled for its batch once that is confirmed, and a cancelled one is restored', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body: string | null }) => {
    sent.push(`${method} ${address.split('/v1')[1]} ${body}`);
    return Response.json({ success: true, message: 'OK', classes: [], withoutDay: 0, daysLeft: 0 });
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <BatchClasses courseId="c1" batchId="b1" classes={[cubes, roots, powers]} onMove={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  expect(screen.getByText(/18:30 · moved$/)).toBeTruthy();
  expect(screen.getByText(/18:30 · cancelled$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel Powers' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel Cubes' }));
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel class' }));
  await waitFor(() => expect(sent).toEqual(['PUT /courses/c1/batches/b1/classes/l1/cancelled {"isCancelled":true}']));
  await userEvent.click(screen.getByRole('button', { name: 'Restore Roots' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore class' }));
  await waitFor(() =>
    expect(sent.at(-1)).toBe('PUT /courses/c1/batches/b1/classes/l2/cancelled {"isCancelled":false}'),
  );
});
