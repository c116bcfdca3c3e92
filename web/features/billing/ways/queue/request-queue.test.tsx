import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import type { QueuedRequest } from './request-queries.ts';
import { Component as Queue } from './request-queue.tsx';

const request: QueuedRequest = {
  _id: 'r1',
  state: 'waiting',
  order: '7K3F-9QXZ',
  planId: 'yearly-bundle',
  planName: 'Yearly bundle',
  opens: 'everything',
  courseId: null,
  way: 'upi',
  reference: '432611870955',
  paidOn: '2026-11-28',
  amountInPaise: 49_900,
  statedInPaise: null,
  sentAt: '2026-11-28T09:22:00.000Z',
  keptUntil: '2026-12-05T09:22:00.000Z',
  hasPicture: false,
  isGift: false,
  parts: null,
  paysParts: null,
  decidedAt: null,
  reason: '',
  user: { _id: 'u1', fullName: 'रमेश अय्यर', email: 'ramesh@school.example' },
  coupon: null,
  batch: null,
  coursesWithBatches: [],
  usedBy: null,
  isUnusual: false,
  warning: null,
  paymentId: null,
  receivedInPaise: null,
  receivedOn: null,
  decidedBy: null,
};
const second = {
  ...request,
  _id: 'r2',
  batch: { _id: 'b1', name: 'December', startsOn: '2026-12-07', endsOn: '2027-01-29' },
  user: { ...request.user, fullName: 'Lakshmi Narayanan' },
  statedInPaise: 44_900,
};
const usedBy = { requestId: 'r9', order: '8K3F-AAAA', userName: 'Bina Shah', paymentId: 'own_9', at: request.sentAt };
const third = { ...request, _id: 'r3', user: { ...request.user, fullName: 'Gurmeet Kaur' }, usedBy };

const fourth = {
  ...request,
  _id: 'r4',
  user: { ...request.user, fullName: '王小明' },
  parts: 'later' as const,
  paysParts: { from: 2, to: 2, of: 3 },
};

const payment = {
  paymentId: null,
  amountInPaise: 49_900,
  accessFrom: '2026-11-28T06:00:00.000Z',
  accessUntil: '2027-11-28T06:00:00.000Z',
  excessInPaise: 0,
};

// The DOM of the tests does not lay out.
Element.prototype.scrollIntoView = () => undefined;

/** The queue in a wide window; what is sent is noted, except previews. */
const openQueue = async (
  refusal?: { code: string; message: string },
  {
    address = '/teach/payments',
    nextCursor = null,
    coursesWithBatches = [],
  }: { address?: string; nextCursor?: string | null; coursesWithBatches?: { _id: string; title: string }[] } = {},
) => {
  const sent: string[] = [];
  const listed = [{ ...request, coursesWithBatches }, second, third];
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string | null }) => {
    const waiting = { count: 3, amountInPaise: 144_700 };
    if (url.includes('/batches')) return Response.json({ success: true, message: '', batches: [batch], mine: null });
    if (method === 'GET') {
      const isNext = url.includes('cursor=');
      const page = isNext ? { requests: [fourth], nextCursor: null } : { requests: listed, nextCursor };
      return Response.json({ success: true, message: '', ...page, waiting });
    }
    if (body?.includes('"isDryRun":true')) return Response.json({ success: true, message: '', request, payment });
    sent.push(`${url.replace('/api/v1/admin/payment-requests/', '')} ${body}`);
    if (refusal) return Response.json({ success: false, ...refusal }, { status: 409 });
    return Response.json({ success: true, message: '', request, payment });
  });
  onTestFinished(() => {
    act(() => toast.remove());
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const router = createMemoryRouter([{ path: '/teach/payments', Component: Queue }], {
    initialEntries: [address],
  });
  const view = render(
    <SiteProvider value={{ ...site, ways: ['upi'] }}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </SiteProvider>,
  );
  await screen.findByText('₹1,447 in 3 payments.');
  return { sent, listed, view, person: userEvent.setup() };
};

const batch = {
  _id: 'b1',
  name: 'December',
  startsOn: '2026-12-07',
  endsOn: '2027-01-29',
  pattern: null,
  state: 'coming',
  joinUntil: '2026-12-07',
  planId: null,
  places: null,
  placesLeft: null,
  isFull: false,
  heldClasses: 0,
  isWaiting: false,
  afterEnd: 'open',
};

const shown = () => within(screen.getByRole('region', { name: 'Payment' })).getByRole('heading').textContent;

test('C confirms and opens the next payment; Z takes it back before anything is sent', async () => {
  const { sent, person, view } = await openQueue();
  expect(shown()).toBe('रमेश अय्यर');
  expect(await screen.findByText(/Yearly bundle opens from 28 November 2026 until 28 November 2027/)).toBeTruthy();
  await person.keyboard('c');
  expect([shown(), sent]).toEqual(['Lakshmi Narayanan', []]);
  expect(screen.getByText('₹948 in 2 payments.')).toBeTruthy();
  await person.keyboard('z');
  expect([shown(), sent]).toEqual(['रमेश अय्यर', []]);
  await person.keyboard('c');
  // Leaving the page sends it.
  view.unmount();
  // With what was compared: the buyer may change it until then.
  expect(sent).toEqual([
    'r1/confirm {"amountInPaise":49900,"receivedOn":"2026-11-28","isWarned":false,"way":"upi","reference":"432611870955"}',
  ]);
});

test('the arrows and J and K move; less than the price asks what was agreed', async () => {
  const { sent, person } = await openQueue();
  await person.keyboard('j');
  expect(shown()).toBe('Lakshmi Narayanan');
  expect(await screen.findByText(/The receipt is for ₹449\./)).toBeTruthy();
  await person.keyboard('{ArrowDown}');
  expect(shown()).toBe('Gurmeet Kaur');
  await person.keyboard('{ArrowUp}');
  await person.keyboard('c');
  const dialog = within(await screen.findByRole('dialog', { name: 'What came from Lakshmi Narayanan?' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Amount received, in ₹').value).toBe('449');
  await person.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect((await dialog.findAllByText('Add a note about the agreement')).length).toBeGreaterThan(0);
  await person.type(dialog.getByLabelText('What was agreed'), 'Diwali price');
  await person.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(shown()).toBe('Gurmeet Kaur'));
  expect(sent).toEqual([]);
});

test('a reference that counts already cannot be confirmed, and leads to the payment', async () => {
  const { sent, person } = await openQueue();
  await person.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/admin/payments/own_9');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm/ }).disabled).toBe(true);
  await person.keyboard('c');
  expect([shown(), sent]).toEqual(['Gurmeet Kaur', []]);
});

test('a link to a payment that is not on the page opens no other one', async () => {
  const { person } = await openQueue(undefined, { address: '/teach/payments?request=r4', nextCursor: 'c1' });
  expect(screen.getByText(/The payment that you opened is not on this page/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull();
  const pages = within(screen.getByRole('navigation', { name: 'Pages: Payments' }));
  await person.click(pages.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(shown()).toBe('王小明'));
  await person.click(within(screen.getByRole('navigation')).getByRole('button', { name: 'Previous' }));
  await person.keyboard('j');
  await waitFor(() => expect(shown()).toBe('रमेश अय्यर'));
});

test('R refuses with a reason that the buyer reads', async () => {
  const { sent, person } = await openQueue();
  await person.keyboard('r');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse the payment of रमेश अय्यर?' }));
  await person.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect((await dialog.findAllByText('Enter a reason')).length).toBeGreaterThan(0);
  await person.type(dialog.getByLabelText('Reason'), 'यह भुगतान नहीं आया');
  await person.click(dialog.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(sent).toEqual(['r1/refuse {"reason":"यह भुगतान नहीं आया"}']));
});

test('a payment that another admin was faster with comes back, and says so', async () => {
  const { person } = await openQueue({ code: 'payment_request_decided', message: 'Nisha confirmed it at 14:12' });
  await person.keyboard('c');
  expect(shown()).toBe('Lakshmi Narayanan');
  // The next decision sends the one before.
  await person.keyboard('k');
  await person.click(screen.getByRole('link', { name: /Gurmeet Kaur/ }));
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  expect(await screen.findByText('Nisha confirmed it at 14:12')).toBeTruthy();
  await waitFor(() => expect(shown()).toBe('रमेश अय्यर'));
});

test('a payment that its buyer changed meanwhile comes back as it is now', async () => {
  const sentence = 'The buyer has changed this payment since you looked. Compare it again.';
  const { person, listed } = await openQueue({ code: 'payment_request_changed', message: sentence });
  await person.keyboard('c');
  listed.splice(0, 1, { ...request, reference: '432611870999' });
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(await screen.findByText('432611870999')).toBeTruthy();
  expect(shown()).toBe('रमेश अय्यर');
});

test('a warning that only the confirmation meets is read, and then confirmed anyway', async () => {
  const sentence = 'This person already has what the plan opens, and it does not end soon';
  const { sent, person } = await openQueue({ code: 'payment_warning', message: sentence });
  await person.keyboard('c');
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  await person.click(screen.getByRole('button', { name: /^Confirm anyway ₹499/ }));
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(sent.at(1)).toContain('"isWarned":true'));
});

test('where the buyer chose no batch, one is chosen with the confirmation', async () => {
  const { sent, person, view } = await openQueue(undefined, { coursesWithBatches: [{ _id: 'c1', title: 'Soil' }] });
  await person.selectOptions(await screen.findByLabelText('Batch'), 'b1');
  await person.click(screen.getByRole('button', { name: /^Confirm ₹499/ }));
  expect(screen.queryByLabelText('Batch')).toBeNull();
  view.unmount();
  expect(sent).toEqual([
    'r1/confirm {"amountInPaise":49900,"receivedOn":"2026-11-28","isWarned":false,"batchId":"b1","way":"upi","reference":"432611870955"}',
  ]);
});

test('the batch of a payment stands in its row, with its days and until when its place is kept', async () => {
  const { person } = await openQueue();
  expect(screen.getByRole('link', { name: /Lakshmi Narayanan.*Yearly bundle, December, UPI/ })).toBeTruthy();
  await person.keyboard('j');
  const payment = within(screen.getByRole('region', { name: 'Payment' }));
  expect(payment.getByText('December, 7 Dec 2026 to 29 Jan 2027')).toBeTruthy();
  expect(payment.getByText('Kept until 5 December 2026')).toBeTruthy();
});
