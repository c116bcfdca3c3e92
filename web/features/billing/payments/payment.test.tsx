import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Payment } from '#web/features/billing/billing-queries.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { Component as PaymentPage } from './payment.tsx';

const bought: Payment = {
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
  planName: 'Yearly bundle',
  planVersion: 2,
  coupon: { code: 'DIWALI', discountInPaise: 9980 },
  gift: null,
  parts: null,
  way: 'online',
  reference: '',
  paidWith: 'UPI',
  failure: null,
  invoiceId: null,
  refundableUntil: '2026-11-17T18:29:59.999Z',
  refundableInPaise: 49_900,
  refundRefusal: null,
  isInRefundWindow: false,
  isHandled: false,
  isReversible: false,
  refunds: [],
  disputes: [],
  receipts: [],
  timeline: [{ at: '2026-11-10T06:00:00.000Z', text: 'Paid ₹499.00 by UPI', source: 'webhook' }],
};

const refunded: Payment = {
  ...bought,
  status: 'refund_pending',
  refundedInPaise: 49_900,
  refundableInPaise: 0,
  refundRefusal: 'The whole amount is being refunded.',
  refunds: [
    {
      refundId: 'rfnd_1',
      status: 'pending',
      amountInPaise: 49_900,
      endsAccess: true,
      requestedBy: 'nisha@school.example',
      reason: 'Bought by mistake',
      paidBackBy: null,
      bankReference: null,
      at: '2026-11-20T06:00:00.000Z',
    },
  ],
};

/** The first `lostTries` requests do not reach the server. */
const openPage = async (payment: Payment, lostTries = 0) => {
  let current = payment;
  const sent: Record<string, unknown>[] = [];
  const refundAnswer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json({ success: true, message: '', payment: current }));
    sent.push({ url, ...JSON.parse(body) });
    if (sent.length <= lostTries) return Promise.reject(new TypeError('Failed to fetch'));
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
  const respond = () =>
    act(async () =>
      refundAnswer.resolve(
        Response.json({
          success: true,
          message: 'Refund initiated',
          outcome: 'initiated',
          refund: { id: 'refund_1', amountInPaise: 49_900 },
          payment: refunded,
        }),
      ),
    );
  return { sent, respond, person: userEvent.setup({ delay: null }) };
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a purchase says what was bought: the plan, its version and the coupon', async () => {
  await openPage({ ...bought, amountInPaise: 39_920 });
  const rowOf = (name: string) => screen.getByText(name).parentElement?.textContent;
  expect(['Plan', 'Coupon', 'Discount', 'Amount'].map(rowOf)).toEqual([
    'PlanYearly bundle, version 2',
    'CouponDIWALI',
    'Discount₹99.80',
    'Amount₹399.20',
  ]);
});

test('a purchase that cannot be cancelled says so, and one without a plan is unknown', async () => {
  await openPage({ ...bought, refundableUntil: null });
  expect(screen.getByText(/This purchase has no refund window/)).toBeTruthy();
  cleanup();
  await openPage({ ...bought, refundableUntil: null, planName: null, planVersion: null, coupon: null });
  expect(screen.getByText(/does not belong to a known purchase/)).toBeTruthy();
});

test('what is owed of an offline payment is paid back or reversed, and a reversal is not called a refund', async () => {
  const owed: Payment = { ...refunded, way: 'bank', isReversible: true };
  await openPage(owed);
  expect(screen.getByText('Pay it back, then say how.')).toBeTruthy();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Reverse', 'I have paid it back']);
  cleanup();
  const reversed = owed.refunds.map((refund) => ({ ...refund, status: 'processed' as const }));
  await openPage({ ...owed, status: 'refunded', isReversible: false, refunds: reversed });
  expect(screen.getByText('Reversed. No money was refunded.')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a refund needs a reason, is requested once, and is shown as initiated, not received', async () => {
  const { sent, respond, person } = await openPage(bought);
  await person.click(screen.getByRole('button', { name: 'Refund' }));
  const question = screen.getByRole('dialog', { name: 'Refund ₹499 to Meera Nair?' });
  expect(question.textContent).toContain('The refund window ended on 17 November 2026');
  const confirm = within(question).getByRole('button', { name: /^Refund ₹/ });

  await person.click(confirm);
  expect(within(question).getByText('Enter a reason')).toBeTruthy();
  expect(sent).toEqual([]);

  await person.type(within(question).getByLabelText('Reason'), 'Bought by mistake');
  await person.click(confirm);
  await person.click(confirm);
  expect(confirm.hasAttribute('disabled')).toBe(true);
  await respond();
  expect(sent).toEqual([
    {
      url: '/api/v1/admin/payments/pay_1/refund',
      reason: 'Bought by mistake',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Refund initiated')).toBeTruthy();
  expect(screen.getByText('Refund pending')).toBeTruthy();
  expect(screen.getByText('The whole amount is being refunded.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  expect(document.body.textContent).not.toContain('received');
});

test('a partial refund shows its amount in the dialog, and more than is left is rejected', async () => {
  const { sent, respond, person } = await openPage(bought);
  await person.click(screen.getByRole('button', { name: 'Refund' }));
  const question = screen.getByRole('dialog');
  const amount = within(question).getByLabelText('Amount in ₹');
  const confirm = within(question).getByRole('button', { name: /^Refund ₹/ });
  await person.type(within(question).getByLabelText('Reason'), 'One course was missing');
  await person.clear(amount);
  await person.type(amount, '500');
  await person.click(confirm);
  expect(within(question).getAllByText('This is more than can still be refunded').length).toBeGreaterThan(0);

  await person.clear(amount);
  await person.type(amount, '99.50');
  expect(screen.getByRole('dialog', { name: 'Refund ₹99.50 to Meera Nair?' }).textContent).toContain(
    'access does not change',
  );
  await person.click(confirm);
  await respond();
  expect(sent).toMatchObject([{ amountInPaise: 9950, reason: 'One course was missing' }]);
});

test('every attempt of one dialog sends the same key, and the next dialog another', async () => {
  const { sent, person } = await openPage(bought, 3);
  const tryOnce = async (): Promise<void> => {
    const tries = sent.length;
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Refund ₹/ }));
    await waitFor(() => expect(sent).toHaveLength(tries + 1));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Refund ₹/ }).hasAttribute('disabled')).toBe(false));
  };
  const open = async (): Promise<void> => {
    await person.click(screen.getByRole('button', { name: 'Refund' }));
    await person.type(within(screen.getByRole('dialog')).getByLabelText('Reason'), 'Bought by mistake');
  };
  await open();
  await tryOnce();
  await tryOnce();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await open();
  await tryOnce();
  const [first, second, third] = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
