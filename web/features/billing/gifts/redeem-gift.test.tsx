import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionStore } from '#web/app/session/session.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as Gift } from './redeem-gift.tsx';

/** The page of a gift; the endpoints respond by the end of their paths. */
const open = (responses: Record<string, object>, status = 200) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (address: string) => {
    const [, response] = Object.entries(responses).find(([path]) => address.endsWith(path)) ?? [];
    return Response.json({ success: status === 200, ...response }, { status });
  });
  const router = createMemoryRouter(
    [
      { path: '/gift/:token', Component: Gift },
      { path: '/login', element: <p>Login</p> },
    ],
    { initialEntries: ['/gift/secret'] },
  );
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  return router;
};

test('the recipient of a gift can log in from its link', async () => {
  const redeemed = { code: 'gift_redeemed', message: 'This gift has already been redeemed' };
  const router = open({ '/gifts/view': redeemed }, 409);
  expect(await screen.findByText('This gift has already been redeemed')).toBeTruthy();
  await userEvent.click(await screen.findByRole('link', { name: 'Log in' }));
  expect(await screen.findByText('Login')).toBeTruthy();
  expect(router.state.location.state).toEqual({ returnTo: '/gift/secret' });
});

const gift = {
  giverName: 'Ila Rao',
  recipientName: 'Anil Kumar',
  giftMessage: '',
  planName: 'Statistics',
  opens: { courses: [{ _id: 'c1', title: 'Statistics' }] },
  term: { unit: 'lifetime', count: 1 },
  isRedeemed: false,
};
const both = { courses: [...gift.opens.courses, { _id: 'c2', title: 'Monsoon' }] };

test.each<[object, string]>([
  [{}, 'Ila Rao gives you Statistics at Night School, for life.'],
  [
    { opens: both, term: { unit: 'year', count: 1 } },
    'Ila Rao gives you Statistics and Monsoon at Night School for 1 year. Your time starts when you redeem it.',
  ],
  [
    { opens: 'everything', term: { unit: 'year', count: 1 } },
    'Ila Rao gives you every lecture in every course at Night School for 1 year. Your time starts when you redeem it.',
  ],
])('a gift says what it opens: %o', async (changes, sentence) => {
  open({ '/gifts/view': { ...gift, ...changes } });
  expect((await screen.findByText(/gives you/)).textContent).toBe(sentence);
});

const subscription = {
  status: 'inactive',
  purchased_at: null,
  refundable_until: null,
  access_until: null,
  auto_renew: false,
  renewable_from: null,
} as const;

const logIn = () => {
  onTestFinished(() => act(() => sessionStore.end()));
  const user = {
    _id: 'u1',
    fullName: 'Anil Kumar',
    email: 'anil@school.example',
    role: 'USER',
    avatar: { secure_url: null },
    teaches: false,
    hasCourses: false,
    language: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    subscription,
  } as const;
  sessionStore.start({ user, token: 'token' });
};

const right = { scope: 'c1', title: 'Statistics', endsAt: null, source: 'gift', planName: null };

test('a redeemed course leads into its classroom', async () => {
  logIn();
  const responses: Record<string, object> = { '/gifts/view': gift, '/gifts/redeem': { subscription } };
  open(responses);
  const redeem = await screen.findByRole('button', { name: 'Redeem gift' });
  responses['/user/rights'] = { rights: [right] };
  await userEvent.click(redeem);
  expect(await screen.findByText('Statistics is open to you, for life.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start learning' }).getAttribute('href')).toContain('course=c1');
  expect(sessionStore.get()?.user.hasCourses).toBe(true);
});

test.each<[string, object[], string]>([
  ['is open', [right], 'You have redeemed the gift from Ila Rao. Statistics is open to you, for life.'],
  ['has ended', [], 'You have redeemed the gift from Ila Rao. Your access has ended.'],
])('a gift of a course that %s says so when it is opened again', async (_what, rights, sentence) => {
  logIn();
  open({ '/gifts/view': { ...gift, isRedeemed: true }, '/user/rights': { rights } });
  expect(await screen.findByText(sentence)).toBeTruthy();
});
