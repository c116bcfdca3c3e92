import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished, vi } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { openSession } from '#web/app/session/open-session.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { Component as Checkout } from './checkout.tsx';
import { Component as Fail } from './payment-failed.tsx';
import { Component as Request } from '#web/features/billing/ways/payment-request.tsx';
import { Component as Success } from './payment-succeeded.tsx';

export const user = {
  _id: 'u1',
  fullName: 'Arjun Menon',
  email: 'arjun@school.example',
  role: 'USER' as const,
  avatar: { secure_url: null },
  teaches: false,
  hasCourses: false,
  language: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  subscription: {
    status: 'inactive' as const,
    access_until: null,
    purchased_at: null,
    refundable_until: null,
    auto_renew: false,
    renewable_from: null,
  },
};
const confirmation = {
  razorpay_payment_id: 'pay_1',
  razorpay_subscription_id: 'sub_1',
  razorpay_signature: 'ab',
};

export type Reply = [status: number, body: object];

export const replies = (): Record<string, Reply> => ({
  'GET /api/v1/payments/razorpay-key': [200, { key: 'key_1', checkoutScript: 'https://pay.example/checkout.js' }],
  'POST /api/v1/payments/subscribe': [
    200,
    { subscription_id: 'sub_1', checkoutUrl: null, expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
  ],
  'POST /api/v1/payments/verify': [200, { message: 'Payment verified successfully' }],
  'GET /api/v1/user/me': [200, { user }],
});

interface OpenedWith {
  name: string;
  description: string;
  prefill: object;
  theme: object;
  key: string;
  subscription_id?: string;
  order_id?: string;
  handler: (paid: typeof confirmation) => void;
  modal: { ondismiss: () => void };
}

/** The payment window that the provider's script would define. */
export const fakeWindow = () => {
  const opened: OpenedWith[] = [];
  let onFailed: ((failure: { error: { code: string; description: string } }) => void) | undefined;
  window.Razorpay = class {
    readonly #options: OpenedWith;
    constructor(options: OpenedWith) {
      this.#options = options;
    }
    on(_event: 'payment.failed', listener: NonNullable<typeof onFailed>) {
      onFailed = listener;
    }
    open() {
      opened.push(this.#options);
    }
  };
  return {
    opened,
    pays: () => act(async () => opened.at(-1)?.handler(confirmation)),
    fails: () => act(async () => onFailed?.({ error: { code: 'X', description: 'Declined by the bank' } })),
    isDismissed: () => act(async () => opened.at(-1)?.modal.ondismiss()),
  };
};

interface Scene {
  who?: User;
  siteFacts?: Partial<typeof site>;
  address?: string;
}

/** Opens the checkout as this user, with these responses of the server. */
export const openCheckout = async (
  changes: Record<string, Reply> = {},
  { who = user, siteFacts = {}, address = '/checkout' }: Scene = {},
) => {
  onTestFinished(() => {
    delete window.Razorpay;
    act(() => toast.remove());
    sessionStore.end();
    vi.unstubAllGlobals();
  });
  const responses = { ...replies(), ...changes };
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body: sent }: { method: string; body: string | null }) => {
    calls.push(`${method} ${url}${sent === null || sent === '{}' ? '' : ` ${sent}`}`);
    const [status, body] = responses[`${method} ${url}`] ?? [404, {}];
    return Response.json({ success: status < 300, message: '', ...body }, { status });
  });
  const queryClient = createQueryClient();
  openSession(window, queryClient);
  sessionStore.start({ user: who, token: 't' });
  const router = createMemoryRouter(
    [
      { path: '/checkout', Component: Checkout },
      { path: '/checkout/success', Component: Success },
      { path: '/checkout/fail', Component: Fail },
      { path: '/checkout/requests/:requestId', Component: Request },
    ],
    { initialEntries: [address] },
  );
  render(
    <StrictMode>
      <SiteProvider value={{ ...site, isTestMode: true, ...siteFacts }}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </SiteProvider>
    </StrictMode>,
  );
  await act(async () => undefined);
  return { responses, calls, router, person: userEvent.setup() };
};

export const buyButton = () => screen.findByRole('button', { name: 'Buy Now' });
export const heading = (name: string) => screen.findByRole('heading', { name });
