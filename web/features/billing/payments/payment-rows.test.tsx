import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedPayment } from '#web/features/billing/billing-queries.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as Payments } from './payments.tsx';

afterEach(() => vi.unstubAllGlobals());

const failed: ListedPayment = {
  _id: 'p1',
  paymentId: 'pay_1',
  subscriptionId: 'sub_1',
  userId: 'u1',
  userName: 'Meera Nair',
  userEmail: 'meera@school.example',
  amountInPaise: 49_900,
  refundedInPaise: 0,
  currency: 'INR',
  status: 'failed',
  mode: 'test',
  paidAt: null,
  startedAt: '2026-11-10T05:58:00.000Z',
  accessUntil: null,
  planName: 'Yearly bundle',
  planVersion: 2,
  coupon: null,
  parts: null,
  gift: null,
  way: 'online',
  reference: '',
  paidWith: 'UPI',
  failure: 'The bank declined it.',
};

const responses: Record<string, object> = {
  '/api/v1/admin/payments': { payments: [failed], nextCursor: null, counts: { paid: 2, failed: 1 } },
  '/api/v1/admin/payments/to-do': { toDo: [], hasMore: false },
};

test.each([
  ['wide', true],
  ['narrow', false],
])('a failed payment is listed with its buyer, plan and reason in a %s window', async (_name, matches) => {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal('fetch', async (address: string) => {
    const body = responses[new URL(address, 'http://localhost').pathname];
    return body
      ? Response.json({ success: true, message: '', ...body })
      : Response.json({ success: false, message: 'No', code: 'not_found' }, { status: 404 });
  });
  const router = createMemoryRouter([{ path: '/', element: <Payments /> }]);
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  const row = (await screen.findByText('The bank declined it.')).closest('tr, li');
  for (const text of ['Meera Nair', 'Yearly bundle', 'Failed', '₹499']) expect(row?.textContent).toContain(text);
  expect(screen.getByRole('button', { name: /^All/ }).textContent).toBe('All 3');
});
