import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import RecordPayment from './record-payment.tsx';

const batch = {
  _id: 'b1',
  name: 'December',
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
};
const full = { ...batch, _id: 'b2', name: 'Monsoon', isFull: true };
const ofOthers = { ...batch, _id: 'b3', name: 'January', planId: 'another' };
const plan = {
  _id: 'p1',
  name: 'Soil',
  priceInPaise: 29_900,
  parts: null,
  opens: { courseIds: ['c1'] },
};
const payment = {
  paymentId: null,
  amountInPaise: 29_900,
  accessFrom: '2026-11-28T06:00:00.000Z',
  accessUntil: '2028-01-29T18:29:59.999Z',
  excessInPaise: 0,
};
const [soil, yoga] = [
  { _id: 'c1', title: 'Soil' },
  { _id: 'c2', title: 'Yoga' },
];
const whole = { ...plan, _id: 'p2', name: 'Everything', opens: 'everything' };

test('a payment is recorded for a batch of what its plan opens', async () => {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body: string | null }) => {
    if (method === 'POST') sent.push(JSON.parse(body ?? '{}'));
    const listed = address.includes('/c2/') ? [{ ...batch, _id: 'b4' }] : [batch, full, ofOthers];
    const batches = address.includes('/batches') ? { batches: listed, mine: null } : {};
    const plans = address.includes('/admin/plans') ? { plans: [plan, whole], coursesWithBatches: [soil, yoga] } : {};
    return Response.json({ success: true, message: 'OK', payment, ...batches, ...plans });
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <RecordPayment person={{ _id: 'u1', fullName: 'Meera Nair' }} invoiceTo={null} onClose={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  const field = await screen.findByLabelText<HTMLSelectElement>('Batch');
  expect([...field.options].map(({ text, disabled }) => [text, disabled])).toEqual([
    ['No batch', false],
    ['December, 7 Dec 2026 to 29 Jan 2027', false],
    ['Monsoon, 7 Dec 2026 to 29 Jan 2027, full', true],
  ]);
  await userEvent.selectOptions(field, 'b1');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ planId: 'p1', batchId: 'b1', isDryRun: true }));
  await userEvent.selectOptions(screen.getByLabelText('For'), 'p2');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ planId: 'p2', isDryRun: true }));
  expect(sent.at(-1)).not.toHaveProperty('batchId');
  // With the course, where there are several.
  const chosen = await screen.findByLabelText<HTMLSelectElement>('Batch');
  await waitFor(() => expect([...chosen.options].at(-1)?.text).toBe('Yoga, December, 7 Dec 2026 to 29 Jan 2027'));
  await userEvent.selectOptions(chosen, 'b4');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ planId: 'p2', batchId: 'b4', isDryRun: true }));
});
