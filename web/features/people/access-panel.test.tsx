import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { AccessPanel } from './access-panel.tsx';
import type { PersonDetail } from './people-queries.ts';

const NOTHING_BOUGHT = 'Nothing was bought, and no admin changed anything.';

const statistics = {
  courseId: 'c1',
  title: 'Statistics',
  hasAccess: true,
  endsAt: null,
  sentence: 'Statistics is open for life: bought on 15 June 2026.',
};

const detailOf = (
  courses: PersonDetail['access']['courses'],
  sentence: string,
  waitsForConfirmation = false,
): Parameters<typeof AccessPanel>[0]['detail'] => ({
  isAddressConfirmed: false,
  waitsForConfirmation,
  person: {
    _id: 'u1',
    fullName: 'Meera Nair',
    email: 'meera@home.example',
    role: 'USER',
    avatar: { secure_url: null },
    createdAt: '2026-01-01T00:00:00.000Z',
    access: { state: courses.some(({ hasAccess }) => hasAccess) ? 'active' : 'none', rights: [] },
    status: 'never_bought',
    plan: null,
    accessUntil: null,
    paidInPaise: 0,
    watchedPercent: 0,
    lastSeenAt: null,
    blockedAt: null,
  },
  access: {
    person: { _id: 'u1', fullName: 'Meera Nair', email: 'meera@home.example', role: 'USER' },
    hasAccess: false,
    sentence,
    reasons: [],
    history: [],
    subscription: {
      status: 'inactive',
      purchased_at: null,
      refundable_until: null,
      access_until: null,
      auto_renew: false,
      renewable_from: null,
    },
    courses,
    manualChanges: [],
  },
});

const show = (courses: PersonDetail['access']['courses'], sentence: string, waitsForConfirmation = false) =>
  open(detailOf(courses, sentence, waitsForConfirmation));

const open = (detail: Parameters<typeof AccessPanel>[0]['detail']) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <MemoryRouter>
          <AccessPanel detail={detail} />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );

test('a person with one course has access, and the panel says to what', () => {
  show([statistics], 'Meera Nair has access to Statistics, and to nothing else.');
  expect(screen.getByRole('heading', { name: 'Has access' })).toBeTruthy();
  const courses = within(screen.getByRole('region', { name: 'Single courses' }));
  expect(courses.getByText(statistics.sentence)).toBeTruthy();
  expect(screen.queryByText(NOTHING_BOUGHT)).toBeNull();
});

test('a person whose only course is closed has none', () => {
  const sentence = 'Statistics is closed: access ended on 1 May 2026.';
  show([{ ...statistics, hasAccess: false, sentence }], 'Meera Nair has no access.');
  expect(screen.getByRole('heading', { name: 'No access' })).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('a person whose access is paused has it in no heading', () => {
  const detail = detailOf([], 'Meera Nair has no access since 2 January: a part of the price is overdue.');
  const right = { scope: 'everything', title: null, until: '2027-01-01T00:00:00.000Z', source: 'payment' } as const;
  const rights = [{ ...right, planName: null, renews: false, since: null, pausedSince: '2026-01-02T00:00:00.000Z' }];
  open({ ...detail, person: { ...detail.person, access: { state: 'active', rights } } });
  expect(screen.getByRole('heading', { name: 'Access is paused' })).toBeTruthy();
});

test('of a person who never had anything it says so', () => {
  show([], 'Meera Nair has no access: nothing was bought.');
  expect(screen.getByText(NOTHING_BOUGHT)).toBeTruthy();
});

test('of what waits for the confirmation of an address it says that, and no more', () => {
  show([], 'Ravi Nair has no access: nothing was bought.', true);
  expect(screen.getByText('A role or access given to this address starts when the address is confirmed.')).toBeTruthy();
  expect(screen.queryByText(NOTHING_BOUGHT)).toBeNull();
});

test.each([
  ['Grant access', 'Grant access to Meera Nair?'],
  ['Extend access', 'Extend access: Meera Nair'],
])('%s warns that the address is not confirmed', async (name, title) => {
  show([], 'Meera Nair has no access: nothing was bought.');
  fireEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(await screen.findByText(/This address is not confirmed: make sure that the account belongs/)).toBeTruthy();
});
