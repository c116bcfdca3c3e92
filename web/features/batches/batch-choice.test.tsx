import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { loginForTest } from '#web/app/session/admin-for-test.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import BatchChoice from './batch-choice.tsx';
import { useBatchChoice } from './use-batch-choice.ts';

const [plan] = site.plans;
if (!plan) throw new Error('the site of the tests sells the bundle');

afterEach(() => {
  act(() => sessionStore.end());
  vi.unstubAllGlobals();
});

const batchOf = (_id: string, more: object = {}) => ({
  _id,
  name: _id,
  startsOn: '2026-12-07',
  endsOn: '2027-01-29',
  pattern: null,
  state: 'coming',
  joinUntil: '2026-12-07',
  planId: null,
  places: 40,
  placesLeft: 6,
  isFull: false,
  heldClasses: 0,
  isWaiting: false,
  afterEnd: 'open',
  ...more,
});
const full = batchOf('monsoon', { startsOn: '2026-11-30', placesLeft: 0, isFull: true });
const december = batchOf('december');
const january = batchOf('january', { startsOn: '2027-01-05', endsOn: '2027-02-27' });
const ofAnotherPlan = batchOf('others', { startsOn: '2027-03-01', planId: 'another' });

function Page({ isOpen, hasBatches = true }: { isOpen: boolean; hasBatches?: boolean }) {
  const choice = useBatchChoice('c1', hasBatches, plan?._id);
  return (
    <>
      <BatchChoice courseId="c1" choice={choice} isOpen={isOpen} plan={plan} />
      <output>{choice.chosen?._id ?? 'none'}</output>
    </>
  );
}

/** The choice on the page of a course, and what the server was sent. */
const show = (page: Parameters<typeof Page>[0], answer: object) => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    sent.push(`${method} ${address.split('/v1')[1]}`);
    return Response.json({ success: true, message: 'OK', ...answer });
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Page {...page} />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  return sent;
};

test('a visitor chooses among the batches that have a place, and logs in to hear of a full one', async () => {
  show({ isOpen: false }, { batches: [full, december, january, ofAnotherPlan], mine: null });
  const radios = await screen.findAllByRole('radio');
  expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual([
    '7 Dec 2026 to 29 Jan 20276 of 40 places left',
    '5 Jan 2027 to 27 Feb 20276 of 40 places left',
  ]);
  expect(screen.getByRole('status').textContent).toBe('december');
  await userEvent.click(radios[1] ?? document.body);
  expect(screen.getByRole('status').textContent).toBe('january');
  expect(screen.getByText(/^You keep the recordings until 27 February 2028/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Tell me if a place opens' }).getAttribute('href')).toBe('/login');
});

test('a learner who has the course joins with one press, and waits for a place in a full batch', async () => {
  act(() => sessionStore.start(loginForTest('USER')));
  const sent = show({ isOpen: true }, { batches: [full, december], mine: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me if a place opens' }));
  await waitFor(() => expect(sent).toContain('POST /courses/c1/batches/monsoon/wait'));
  await userEvent.click(await screen.findByRole('button', { name: 'Join this batch' }));
  await waitFor(() => expect(sent).toContain('POST /courses/c1/batches/december/join'));
});

test('nothing is asked about a course without batches', async () => {
  const sent = show({ isOpen: false, hasBatches: false }, { batches: [december], mine: null });
  expect(screen.getByRole('status').textContent).toBe('none');
  expect(sent).toEqual([]);
});

test('a member reads when their batch begins, in the place of the choice', async () => {
  show({ isOpen: true }, { batches: [january], mine: december });
  expect(await screen.findByText('Begins Monday, 7 December')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});
