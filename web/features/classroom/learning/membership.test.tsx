import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import type { Right } from '#contract/access/rights.ts';
import { createQueryClient } from '#web/api/query.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Membership } from './membership.tsx';

const refunded = {
  isGift: false,
  opens: 'everything',
  status: 'refunded',
  refunds: [{ at: '2026-11-24T06:00:00Z' }],
  receipts: [{}],
};
const gift = { ...refunded, isGift: true };
const paid = { ...refunded, status: 'paid', refunds: [] };
const ofCourse = { ...refunded, opens: { courses: [{ _id: 'c1', title: 'Statistics' }] } };
const right: Right = { scope: 'c1', title: 'Statistics', endsAt: null, source: 'payment', planName: null };

const nothing: User['subscription'] = {
  status: 'inactive',
  purchased_at: null,
  refundable_until: null,
  access_until: null,
  auto_renew: false,
  renewable_from: null,
};

interface Case {
  purchases?: object[];
  rights?: Right[];
  renewals?: object[];
  subscription?: Partial<User['subscription']>;
}

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

const alone = {
  _id: 'statistics',
  name: 'Statistics',
  opens: { courseIds: ['c1'] },
  priceInPaise: 29_900,
  comparePriceInPaise: null,
  term: { unit: 'year', count: 1 },
  isRenewing: false,
  refundDays: 7,
  parts: null,
} as const;

const open = ({ purchases = [], rights = [], renewals = [], subscription = {} }: Case) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T06:00:00.000Z'), toFake: ['Date'] });
  onTestFinished(() => {
    act(() => sessionStore.end());
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  sessionStore.start({ user: { ...user, subscription: { ...nothing, ...subscription } }, token: 'token' });
  vi.stubGlobal('fetch', async () => Response.json({ success: true, purchases, rights, renewals }));
  const { container } = render(
    <SiteProvider
      value={{ ...site, plans: [...site.plans, { ...alone, opens: { courseIds: [...alone.opens.courseIds] } }] }}
    >
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Membership />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  return container;
};

const ended = { access_until: '2026-11-20T06:00:00Z' };

test.each<[string, Case, string]>([
  ['was refunded', { purchases: [gift, refunded] }, 'Your bundle was refunded on 24 November 2026.'],
  [
    'was refunded in an earlier term',
    { purchases: [refunded, paid], subscription: ended },
    'Your bundle was refunded on 24 November 2026.',
  ],
  ['has ended', { purchases: [paid, refunded], subscription: ended }, 'Your bundle ended on 20 November 2026.'],
  [
    'has ended before a course was refunded',
    { purchases: [ofCourse, paid], subscription: ended },
    'Your bundle ended on 20 November 2026.',
  ],
  ['was a gift that has ended', { subscription: ended }, 'Your bundle ended on 20 November 2026.'],
])('a bundle that %s is named, with Subscribe', async (_what, bought, sentence) => {
  open(bought);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe('/checkout');
});

test.each([
  ['is being refunded', 'refund_pending', 'Your bundle is being refunded.'],
  ['is disputed', 'disputed', 'Paused while your bank disputes your payment.'],
])('a bundle that %s is not sold again', async (_what, status, sentence) => {
  open({ purchases: [{ ...paid, status }] });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('link').textContent).toBe('Details');
});

test('a course that was refunded is no bundle', async () => {
  const container = open({ purchases: [ofCourse], rights: [] });
  await vi.waitFor(() => expect(fetch).toBeDefined());
  await act(async () => {});
  expect(container.textContent).toBe('');
});

test.each<[string, Right[], string]>([
  ['one for life', [right], 'StatisticsYours for lifeDetails'],
  ['one with an end', [{ ...right, endsAt: '2027-05-03T06:00:00Z' }], 'StatisticsOpen until 3 May 2027Details'],
  ['several', [right, { ...right, scope: 'c2' }], '2 coursesYours for lifeDetails'],
  [
    'several, one of them with an end',
    [right, { ...right, scope: 'c2', endsAt: '2027-05-03T06:00:00Z' }],
    '2 coursesThe first ends on 3 May 2027Details',
  ],
])('single courses are named: %s', async (_what, rights, text) => {
  const container = open({ rights });
  await screen.findByText('Details');
  expect(container.textContent).toBe(text);
});

test('a course that ends soon can be renewed by its plan, when it would not begin at once', async () => {
  const near = { ...right, endsAt: '2026-12-01T06:00:00Z' };
  const container = open({ rights: [near], renewals: [{ planId: 'statistics', startsAt: near.endsAt }] });
  const renew = await screen.findByRole('link', { name: 'Renew' });
  expect(renew.getAttribute('href')).toBe('/checkout?plan=statistics');
  expect(container.textContent).toContain('Statistics5 days left');
});
