import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { BatchMembers } from './batch-members.tsx';

const meera = {
  _id: 'u1',
  fullName: 'Meera',
  avatar: { secure_url: null },
  email: null,
  joinedAt: '2026-07-01T13:00:00.000Z',
  source: 'moved',
  paymentId: null,
  closesCourse: true,
};
const ravi = { ...meera, _id: 'u2', fullName: 'Ravi', source: 'code', closesCourse: false };
const july = {
  _id: 'b1',
  name: 'July',
  startsOn: '2026-07-01',
  endsOn: '2026-07-31',
  pattern: null,
  state: 'running' as const,
  joinUntil: '2026-07-05',
  planId: null,
  places: null,
  members: 2,
  held: 0,
  waiting: 0,
  afterEnd: 'open' as const,
  showsPlaces: true,
  nextClassAt: null,
  code: null,
};

test('who removes a member reads whether the course closes, however they came into the batch', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: 'OK', members: [meera, ravi], total: 2 }));
  const page = <BatchMembers courseId="c1" batch={july} batches={[july]} mayEdit />;
  const router = createMemoryRouter([{ path: '*', element: page }]);
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  const remove = async (name: string): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  };
  await remove('Meera');
  expect(screen.getByText(/If the link opened the course to them, it closes/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await remove('Ravi');
  expect(screen.getByText(/They keep the course/)).toBeTruthy();
});
