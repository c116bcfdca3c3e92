import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import OwnBatches from './own-batches.tsx';

afterEach(() => vi.unstubAllGlobals());

const december = {
  _id: 'december',
  name: 'December 2026',
  startsOn: '2026-12-07',
  endsOn: '2027-01-29',
  pattern: { weekdays: [1, 4], from: '18:30', to: '19:30' },
  state: 'coming',
};
const january = { ...december, _id: 'january', name: 'January 2027', startsOn: '2027-01-05', endsOn: '2027-02-27' };
const course = { _id: 'c1', title: 'The Kitchen Garden' };

const show = (canMove: boolean, movesTo: readonly object[]) => {
  const sent: string[] = [];
  const ended = { ...december, _id: 'old', name: 'June', state: 'ended', course, nextClassAt: null, movesTo: [] };
  const batches = [{ ...december, course, nextClassAt: '2026-12-07T13:00:00.000Z', movesTo }, ended];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    sent.push(`${method} ${address.split('/v1')[1]}`);
    return Response.json({ success: true, message: 'OK', batches });
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <OwnBatches canMove={canMove}>{(list) => list}</OwnBatches>
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  return sent;
};

test('a member moves once, to a later batch of the same course', async () => {
  const sent = show(true, [january]);
  await userEvent.click(await screen.findByRole('button', { name: 'Move: The Kitchen Garden' }));
  expect(screen.getByRole('radio', { name: /^5 Jan 2027 to 27 Feb 2027/ })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toContain('POST /courses/c1/batches/january/move'));
});

test('My learning shows the batches that have not ended, with the next class', async () => {
  show(false, [january]);
  expect(await screen.findByText('Begins Monday, 7 December')).toBeTruthy();
  expect(screen.getByText(/Next class 7 December 2026, 18:30$/)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
});
