import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import type { OwnPurchases } from '#web/features/billing/billing-queries.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { sessionStore } from '#web/app/session/session.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { CancelBundle } from './cancel-bundle.tsx';

type Subscription = User['subscription'];

const renewing: Subscription = {
  status: 'active',
  purchased_at: '2026-01-10T08:00:00.000Z',
  refundable_until: '2026-01-17T18:29:59.999Z',
  access_until: '2027-01-10T08:00:00.000Z',
  auto_renew: true,
  renewable_from: null,
};

const user = {
  _id: 'u1',
  fullName: 'Arjun Menon',
  email: 'arjun@school.example',
  role: 'USER',
  avatar: { secure_url: null },
  teaches: false,
  hasCourses: false,
  language: null,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

function Foot({ own }: { own: OwnPurchases | undefined }) {
  const session = useSession();
  return session && <CancelBundle user={session.user} own={own} />;
}

const open = (subscription: Subscription, own?: OwnPurchases) => {
  sessionStore.start({ user: { ...user, subscription }, token: 'token' });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Foot own={own} />
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </SiteProvider>,
  );
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-01T00:00:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  act(() => sessionStore.end());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const turnOff = { name: 'Turn off renewal' };

describe('a bundle after the refund window', () => {
  it('that renews shows when, and asks before renewal is turned off', async () => {
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', async (...call: unknown[]) => {
      calls.push(call[0]);
      return Response.json({
        success: true,
        message: 'The renewal is off',
        outcome: 'renewal_off',
        subscription: { ...renewing, auto_renew: false, renewable_from: null },
      });
    });
    const person = userEvent.setup({ delay: null });
    open(renewing);
    expect(screen.getByText('Renews on 10 January 2027')).toBeTruthy();

    await person.click(screen.getByRole('button', turnOff));
    const question = screen.getByRole('dialog', { name: 'Turn off renewal?' });
    expect(question.textContent).toContain('You keep access until 10 January 2027');
    expect(document.activeElement?.textContent).toBe('Keep bundle');
    expect(calls).toEqual([]);

    await person.click(within(question).getByRole('button', turnOff));
    expect(calls).toEqual(['/api/v1/payments/unsubscribe']);
    expect(await screen.findByText('The renewal is off')).toBeTruthy();
    expect(screen.getByText('Ends on 10 January 2027, does not renew')).toBeTruthy();
  });

  it('that does not renew shows only when it ends', () => {
    open({ ...renewing, auto_renew: false, renewable_from: null });
    expect(screen.getByText('Ends on 10 January 2027, does not renew')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a bundle whose refund window is open', () => {
  const refundable = { ...renewing, refundable_until: '2026-06-03T18:29:59.999Z', auto_renew: false };
  const own = { success: true as const, message: '', purchases: [], refundInPaise: 19_900, keptUntil: null };
  const cancel = { name: 'Cancel and refund' };

  it('promises what was paid, not the price of today', async () => {
    const person = userEvent.setup({ delay: null });
    open(refundable, own);
    expect(screen.getByText(/^Cancel by/).textContent).toBe(
      'Cancel by 3 June 2026, 23:59 to get ₹199 back on your original payment method. Terms applied.',
    );
    await person.click(screen.getByRole('button', cancel));
    expect(screen.getByRole('dialog').textContent).toContain('₹199 is refunded to your original payment method.');
  });

  it('names no amount and cannot be cancelled until the purchases are loaded', () => {
    open(refundable);
    expect(screen.getByText(/^Cancel by/).textContent).toBe(
      'Cancel by 3 June 2026, 23:59 for a refund to your original payment method. Terms applied.',
    );
    expect(document.body.textContent).not.toContain('₹');
    expect(screen.getByRole('button', { name: /Cancel and refund/ })).toMatchObject({
      disabled: true,
      ariaBusy: 'true',
    });
  });

  it('offers nothing while everything is being refunded', () => {
    open(refundable, { ...own, refundInPaise: 0 });
    expect(screen.queryByText(/Cancel by/)).toBeNull();
  });

  it('says that the access of a gift is kept', async () => {
    const person = userEvent.setup({ delay: null });
    open(refundable, { ...own, keptUntil: '2027-06-01T08:00:00.000Z' });
    await person.click(screen.getByRole('button', cancel));
    const question = screen.getByRole('dialog', { name: 'Cancel your course bundle?' });
    expect(question.textContent).toContain(
      'such as from a gift or an earlier purchase, is not affected: it lasts until 1 June 2027.',
    );
    expect(question.textContent).not.toContain('You lose access');
  });
});
