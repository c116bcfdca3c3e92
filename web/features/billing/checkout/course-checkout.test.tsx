import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rememberWantedCourse } from '#web/features/billing/wanted-course.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { buyButton, heading, openCheckout, type Reply, user } from './open-checkout-for-test.tsx';

const [bundle] = site.plans;
if (!bundle) throw new Error('the site of the tests sells the bundle');
const statistics = {
  ...bundle,
  _id: 'statistics',
  name: 'Statistics',
  opens: { courseIds: ['c1'] },
  priceInPaise: 29_900,
  term: { unit: 'month' as const, count: 1 },
};
const plans = [bundle, statistics];
const address = '/checkout?plan=statistics';

const about: Record<string, Reply> = {
  'GET /api/v1/courses/c1/about': [200, { course: { title: 'Statistics', thumbnail: { secure_url: '' } } }],
  'GET /api/v1/courses?limit=6': [200, { courses: [] }],
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T06:00:00.000Z'), toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
    sessionStorage.clear();
  };
});

const untilOf = (name: RegExp) => screen.getByRole('radio', { name }).closest('label')?.textContent;

test('the page of a course names it once outside of the choice, and says until when it is open', async () => {
  rememberWantedCourse('c1');
  await openCheckout(about, { siteFacts: { plans }, address });
  await heading('Statistics');
  expect(await screen.findByText('Every lecture, for a month. Pay once.')).toBeTruthy();
  const price = screen.getByRole('region', { name: 'Price' });
  expect(within(price).getByText('Valid for 1 month')).toBeTruthy();
  expect(within(price).getByText(/Access until 26 December 2026/)).toBeTruthy();
  expect(screen.getAllByText(/Statistics/)).toHaveLength(2);
});

test('a plan of a course that is renewed begins at its end, and the bundle now', async () => {
  const renewals = [{ planId: 'statistics', startsAt: '2026-12-10T06:00:00.000Z' }];
  const rights = [
    { scope: 'c1', title: 'Statistics', endsAt: renewals[0]?.startsAt, source: 'payment', planName: null },
  ];
  await openCheckout(
    { ...about, 'GET /api/v1/user/renewals': [200, { renewals }], 'GET /api/v1/user/rights': [200, { rights }] },
    { siteFacts: { plans }, address, who: { ...user, hasCourses: true } },
  );
  expect(await screen.findByText(/Access until 10 January 2027/)).toBeTruthy();
  expect(screen.getByText(/^Your current access runs until 10 December 2026/)).toBeTruthy();
  expect(untilOf(/Statistics/)).toContain('Until 10 Jan 2027');
  expect(untilOf(/Yearly bundle/)).toContain('Until 26 Nov 2027');
});

test('someone whose account is to be deleted is told before buying', async () => {
  const deletion = {
    requestedAt: '2026-11-26T06:00:00.000Z',
    deletesAt: '2026-12-10T06:00:00.000Z',
    isByAdmin: false,
    keepsPosts: true,
    keepsCertificates: true,
  };
  await openCheckout(
    { ...about, 'GET /api/v1/user/data': [200, { export: null, deletion, certificates: 0, hasPosts: false }] },
    { siteFacts: { plans }, address },
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Your account will be deleted on 10 Dec(ember)? 2026\. /,
  );
});

test('the order of a batch says what is kept after it, and takes the place with the press', async () => {
  const batch = {
    _id: 'december',
    name: 'December 2026',
    startsOn: '2026-12-07',
    endsOn: '2027-01-29',
    pattern: { weekdays: [1, 4], from: '18:30', to: '19:30' },
    state: 'coming',
    joinUntil: '2026-12-07',
    planId: null,
    places: 40,
    placesLeft: 6,
    isFull: false,
    heldClasses: 0,
    isWaiting: false,
    afterEnd: 'open',
  };
  const batches: Record<string, Reply> = {
    'GET /api/v1/courses/c1/batches': [200, { batches: [batch], mine: null }],
  };
  const { calls, person } = await openCheckout(
    { ...about, ...batches },
    { siteFacts: { plans }, address: `${address}&batch=december` },
  );
  expect(await screen.findByText('7 Dec 2026 to 29 Jan 2027')).toBeTruthy();
  expect(screen.getByText(/^You keep the recordings until 28 February 2027, 1 month after/)).toBeTruthy();
  expect(screen.getByText(/Access until 28 February 2027/)).toBeTruthy();
  expect(screen.getByText('Until 28 Feb 2027')).toBeTruthy();
  const orders = () => calls.filter((one) => one.startsWith('POST /api/v1/payments/subscribe'));
  expect(orders()).toEqual([]);
  await person.click(await buyButton());
  expect(orders()).toEqual(['POST /api/v1/payments/subscribe {"planId":"statistics","batchId":"december"}']);
});
