import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';
import type { PaymentDetail } from '#web/api/sales.ts';
import { site } from '#web/components/site-for-test.ts';
import { SiteProvider } from '#web/components/site.tsx';
import { Toaster } from '#web/components/toaster.tsx';
import { Component as PaymentPage } from '#web/pages/sales/payment.tsx';

const bought: PaymentDetail = {
  _id: 'p1',
  paymentId: 'pay_1',
  subscriptionId: 'sub_1',
  userId: 'u1',
  userName: 'Meera Nair',
  userEmail: 'meera@school.example',
  amountInPaise: 49_900,
  refundedInPaise: 0,
  currency: 'INR',
  status: 'paid',
  mode: 'test',
  paidAt: '2026-11-10T06:00:00.000Z',
  startedAt: '2026-11-10T05:58:00.000Z',
  accessUntil: '2027-11-10T06:00:00.000Z',
  paidWith: 'UPI',
  failure: null,
  invoiceId: null,
  refundableUntil: '2026-11-17T18:29:59.999Z',
  refundableInPaise: 49_900,
  refundRefusal: null,
  isInRefundWindow: false,
  isHandled: false,
  refunds: [],
  disputes: [],
  receipts: [],
  timeline: [{ at: '2026-11-10T06:00:00.000Z', text: 'Paid ₹499.00 by UPI', by: 'a webhook' }],
};

const refunded: PaymentDetail = {
  ...bought,
  status: 'refund_pending',
  refundedInPaise: 49_900,
  refundableInPaise: 0,
  refundRefusal: 'All of it is on its way back.',
  refunds: [
    {
      refundId: 'rfnd_1',
      status: 'pending',
      amountInPaise: 49_900,
      endsAccess: true,
      requestedBy: 'nisha@school.example',
      reason: 'Bought by mistake',
      bankReference: null,
      at: '2026-11-20T06:00:00.000Z',
    },
  ],
};

/** jsdom has dialogs that cannot be opened as modal ones. */
const openDialog = function open(this: HTMLDialogElement): void {
  this.open = true;
};
const closeDialog = function close(this: HTMLDialogElement): void {
  this.open = false;
};

const openPage = async (payment: PaymentDetail) => {
  let current = payment;
  const sent: unknown[] = [];
  const refundAnswer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json({ success: true, message: '', payment: current }));
    sent.push({ url, ...JSON.parse(body) });
    current = refunded;
    return refundAnswer.promise;
  });
  const router = createMemoryRouter([{ path: '/admin/payments/:paymentId', Component: PaymentPage }], {
    initialEntries: ['/admin/payments/pay_1'],
  });
  render(
    <SiteProvider value={{ ...site, isTestMode: true }}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </SiteProvider>,
  );
  await screen.findByText('Paid ₹499.00 by UPI');
  const answer = () =>
    act(async () =>
      refundAnswer.resolve(
        Response.json({ success: true, message: 'Refund initiated', outcome: 'initiated', payment: refunded }),
      ),
    );
  return { sent, answer, person: userEvent.setup({ delay: null }) };
};

beforeEach(() => Object.assign(HTMLDialogElement.prototype, { showModal: openDialog, close: closeDialog }));

afterEach(() => {
  act(() => toast.remove());
  vi.unstubAllGlobals();
});

test('a refund needs a reason, is asked for once, and is said to be initiated, not received', async () => {
  const { sent, answer, person } = await openPage(bought);
  await person.click(screen.getByRole('button', { name: 'Refund' }));
  const question = screen.getByRole('dialog', { name: 'Refund ₹499 to Meera Nair?' });
  expect(question.textContent).toContain('The refund window ended on 17 November 2026');
  const confirm = within(question).getByRole('button', { name: 'Initiate refund' });

  await person.click(confirm);
  expect(within(question).getByText('Write the reason')).toBeTruthy();
  expect(sent).toEqual([]);

  await person.type(within(question).getByLabelText('Reason'), 'Bought by mistake');
  await person.click(confirm);
  await person.click(confirm);
  expect(confirm.hasAttribute('disabled')).toBe(true);
  await answer();
  expect(sent).toEqual([{ url: '/api/v1/admin/payments/pay_1/refund', reason: 'Bought by mistake' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Refund initiated')).toBeTruthy();
  expect(screen.getByText('Refund pending')).toBeTruthy();
  expect(screen.getByText('All of it is on its way back.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  expect(document.body.textContent).not.toContain('received');
});

test('a part goes back with its sum in the question, and more than is left is refused', async () => {
  const { sent, answer, person } = await openPage(bought);
  await person.click(screen.getByRole('button', { name: 'Refund' }));
  const question = screen.getByRole('dialog');
  const amount = within(question).getByLabelText('Amount in ₹');
  const confirm = within(question).getByRole('button', { name: 'Initiate refund' });
  await person.type(within(question).getByLabelText('Reason'), 'One course was missing');
  await person.clear(amount);
  await person.type(amount, '500');
  await person.click(confirm);
  expect(within(question).getAllByText('That is more than is left of this payment').length).toBeGreaterThan(0);

  await person.clear(amount);
  await person.type(amount, '99.50');
  expect(screen.getByRole('dialog', { name: 'Refund ₹99.50 to Meera Nair?' }).textContent).toContain(
    'the access stays as it is',
  );
  await person.click(confirm);
  await answer();
  expect(sent).toMatchObject([{ amountInPaise: 9950, reason: 'One course was missing' }]);
});
