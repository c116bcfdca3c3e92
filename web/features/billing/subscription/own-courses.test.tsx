import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import type { Right } from '#contract/access/rights.ts';
import type { OwnPurchase } from '#web/features/billing/billing-queries.ts';
import { createQueryClient } from '#web/api/query.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { OwnCourses } from './own-courses.tsx';

const nothing: User['subscription'] = {
  status: 'inactive',
  purchased_at: null,
  refundable_until: null,
  access_until: null,
  auto_renew: false,
  renewable_from: null,
};
const bundle: User['subscription'] = { ...nothing, status: 'active', access_until: '2027-05-03T06:00:00.000Z' };

const user = {
  _id: 'u1',
  fullName: 'Arjun Menon',
  email: 'arjun@school.example',
  role: 'USER',
  avatar: { secure_url: null },
  teaches: false,
  hasCourses: true,
  language: null,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

const right: Right = { scope: 'c1', title: 'Statistics', endsAt: null, source: 'payment', planName: null };
const statistics = [{ _id: 'c1', title: 'Statistics' }];

const purchase = (changes: Partial<OwnPurchase> = {}): OwnPurchase => ({
  paymentId: 'pay_1',
  planName: 'Statistics',
  opens: { courses: statistics },
  willRenew: false,
  status: 'paid',
  amountInPaise: 29_900,
  currency: 'INR',
  way: 'online',
  reference: '',
  paidWith: 'UPI',
  paidAt: '2026-11-17T06:00:00.000Z',
  accessUntil: null,
  refundableUntil: null,
  refunds: [],
  receipts: [],
  isGift: false,
  parts: null,
  ...changes,
});

interface Case {
  rights?: Right[];
  purchases?: OwnPurchase[];
  renewals?: object[];
  subscription?: User['subscription'];
}

const open = ({ rights = [], purchases = [], renewals = [], subscription = nothing }: Case) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T06:00:00.000Z'), toFake: ['Date'] });
  onTestFinished(() => {
    act(() => sessionStore.end());
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  sessionStore.start({ user: { ...user, subscription }, token: 'token' });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: unknown }) => {
    if (address.endsWith('/unsubscribe')) sent.push(body);
    return Response.json({ success: true, message: 'Done', rights, purchases, renewals, subscription });
  });
  const [plan] = site.plans;
  const plans = plan ? [plan, { ...plan, _id: 'statistics', opens: { courseIds: ['c1'] } }] : [];
  render(
    <SiteProvider value={{ ...site, plans }}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <OwnCourses />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  return sent;
};

const card = () => screen.findByRole('region', { name: 'Your courses' });

test.each<[string, Case, string]>([
  ['a purchase', { rights: [right], purchases: [purchase()] }, 'StatisticsFor life · bought on 17 November 2026'],
  ['a free course', { rights: [right], purchases: [purchase({ amountInPaise: 0 })] }, 'StatisticsFor life · free'],
  ['a gift', { rights: [{ ...right, source: 'gift' }] }, 'StatisticsFor life · a gift'],
  [
    'a gift of more than the course',
    { rights: [{ ...right, source: 'gift', planName: 'Data pack' }] },
    'StatisticsFor life · a gift of Data pack',
  ],
  [
    'a plan of several courses',
    { rights: [{ ...right, planName: 'Data pack', endsAt: '2027-05-03T06:00:00.000Z' }] },
    'StatisticsUntil 3 May 2027 · through Data pack',
  ],
  ['a grant', { rights: [{ ...right, source: 'admin' }] }, 'StatisticsFor life · from the school'],
  [
    'a renewing plan',
    {
      rights: [{ ...right, endsAt: '2027-05-03T06:00:00.000Z' }],
      purchases: [purchase({ willRenew: true, accessUntil: '2027-05-03T06:00:00.000Z' })],
    },
    'StatisticsRenews on 3 May 2027 · bought on 17 November 2026',
  ],
])('a course says until when and through what: %s', async (_what, facts, text) => {
  open(facts);
  const row = await within(await card()).findByRole('listitem');
  await vi.waitFor(() => expect(row.textContent).toBe(text));
});

test('a learner of the bundle alone has no such card', async () => {
  open({ rights: [{ ...right, scope: 'everything', title: null }], purchases: [purchase({ opens: 'everything' })] });
  await act(async () => {});
  expect(screen.queryByRole('region')).toBeNull();
});

test('one purchase is cancelled after a question, and says that the bundle stays', async () => {
  const refundable = purchase({ refundableUntil: '2026-11-28T18:29:59.999Z' });
  const sent = open({ rights: [right], purchases: [refundable], subscription: bundle });
  expect((await screen.findByText(/^Cancel by/)).textContent).toBe(
    'Cancel by 28 November 2026, 23:59 to get ₹299 back on your original payment method. Terms applied.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel and refund: Statistics' }));
  const question = screen.getByRole('dialog', { name: 'Cancel Statistics?' });
  expect(question.textContent).toContain('Access through this purchase ends as soon as you cancel. Your bundle stays,');
  expect(question.textContent).toContain('₹299 is refunded to your original payment method.');
  expect(sent).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel and refund' }));
  expect(sent).toEqual(['{"paymentId":"pay_1"}']);
});

test.each<[string, Partial<OwnPurchase>]>([
  ['its window is over', { refundableUntil: '2026-11-25T18:29:59.999Z' }],
  ['it is being refunded', { refundableUntil: '2026-11-28T18:29:59.999Z', status: 'refund_pending' }],
  ['it was free', { refundableUntil: '2026-11-28T18:29:59.999Z', amountInPaise: 0 }],
])('a purchase cannot be cancelled when %s', async (_what, changes) => {
  open({ rights: [right], purchases: [purchase(changes)] });
  await within(await card()).findByRole('listitem');
  expect(screen.queryByRole('button')).toBeNull();
});

test('the renewal of a plan is turned off by itself', async () => {
  const end = '2027-05-03T06:00:00.000Z';
  open({ rights: [{ ...right, endsAt: end }], purchases: [purchase({ willRenew: true, accessUntil: end })] });
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off renewal: Statistics' }));
  expect(screen.getByRole('dialog').textContent).toContain('You keep access until 3 May 2027.');
});

test('a course near its end can be renewed', async () => {
  const end = '2026-12-03T06:00:00.000Z';
  open({ rights: [{ ...right, endsAt: end }], renewals: [{ planId: 'statistics', startsAt: end }] });
  expect((await screen.findByRole('link', { name: 'Renew' })).getAttribute('href')).toBe('/checkout?plan=statistics');
});

test('after the refund nothing is left but the sentence about it', async () => {
  const refunds = [
    { state: 'initiated' as const, amountInPaise: 29_900, at: '2026-11-25T06:00:00.000Z', bankReference: null },
  ];
  open({ purchases: [purchase({ status: 'refund_pending', refunds })] });
  const { textContent } = await card();
  expect(textContent).toContain('You have no single courses now. My learning keeps your progress and notes.');
  expect(textContent).toContain('Refund of ₹299 initiated.');
});
