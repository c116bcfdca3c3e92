import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EndedCourse } from '#contract/classroom/learning.ts';
import type { OwnPurchase } from '#web/features/billing/billing-queries.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { EndedCourses, endOf } from './ended-courses.tsx';
import { english } from '#contract/languages/language.ts';

const statistics: EndedCourse = {
  _id: 'c1',
  title: 'Statistics',
  createdBy: 'Ila Rao',
  thumbnail: null,
  lectures: 18,
  doneLectures: 3,
  percent: 16,
  leftMs: 1,
  watchedAt: null,
  end: 'ended',
  endedAt: '2026-11-20T06:00:00.000Z',
  scope: 'course',
  isShown: true,
  notes: 0,
};

const purchase = (changes: Partial<OwnPurchase>): OwnPurchase => ({
  paymentId: 'pay_1',
  planName: 'Statistics',
  opens: { courses: [{ _id: 'c1', title: 'Statistics' }] },
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

test.each<[Partial<EndedCourse>, Partial<OwnPurchase>, string]>([
  [{}, {}, 'Ended on 20 November 2026'],
  [{ scope: 'everything' }, {}, 'Your bundle ended on 20 November 2026'],
  [{ end: 'refunded' }, { status: 'refunded' }, 'Refunded on 20 November 2026'],
  [{ end: 'refunded' }, { status: 'refund_pending' }, 'Being refunded'],
  [{ end: 'refunded' }, { status: 'refund_pending', isGift: true }, 'Refunded on 20 November 2026'],
  [{ end: 'refunded', scope: 'everything' }, { opens: 'everything' }, 'Your bundle was refunded on 20 November 2026'],
  [
    { end: 'refunded', scope: 'everything' },
    { opens: 'everything', status: 'refund_pending' },
    'Your bundle is being refunded',
  ],
  [{ end: 'disputed', endedAt: null }, { status: 'disputed' }, 'Paused while your bank disputes your payment'],
  [{ endedAt: null }, {}, 'Your access has ended'],
])('%o with the purchase %o: %s', (course, bought, sentence) => {
  expect(endOf({ ...statistics, ...course }, [purchase(bought)], 'Asia/Kolkata', english)).toBe(sentence);
});

const alone = { ...site.plans[0], _id: 'statistics', name: 'Statistics', opens: { courseIds: ['c1'] } };

const open = async (course: Partial<EndedCourse>, isSelling = true) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const notes = [{ _id: 'n1', positionMs: 61_000, text: 'A mean is not a median' }];
  const lectures = [{ _id: 'l1', title: 'The mean', notes }];
  const response = { success: true, purchases: [], course: { _id: 'c1', title: 'Statistics' }, lectures };
  vi.stubGlobal('fetch', async () => Response.json(response));
  const [bundle] = site.plans;
  const plans = bundle ? [bundle, { ...bundle, ...alone, priceInPaise: 29_900 }] : [];
  render(
    <SiteProvider value={{ ...site, isSelling, plans }}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <EndedCourses courses={[{ ...statistics, ...course }]} />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  return screen.findByRole('listitem');
};

const linksIn = (row: HTMLElement) =>
  within(row)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

test('the ways back are the course alone and everything', async () => {
  expect(linksIn(await open({}))).toEqual([
    'Statistics /courses/description?course=c1',
    'Buy again ₹299 /checkout?plan=statistics',
    'All courses ₹499 /checkout?plan=yearly-bundle',
  ]);
});

test('what was not bought alone is not bought again', async () => {
  expect(linksIn(await open({ scope: 'everything' }))[1]).toBe('Buy this course ₹299 /checkout?plan=statistics');
});

test.each<[string, Partial<EndedCourse>, boolean, string]>([
  ['has left the catalogue', { isShown: false }, true, 'No longer in the catalogue.'],
  ['is not on sale', {}, false, 'Not on sale at the moment.'],
  ['is disputed', { end: 'disputed' }, true, 'Paused while your bank disputes your payment'],
])('a course that %s is not offered', async (_what, course, isSelling, sentence) => {
  const row = await open(course, isSelling);
  expect(row.textContent).toContain(sentence);
  expect(row.textContent).not.toContain('₹');
});

test('notes can still be read', async () => {
  const row = await open({ notes: 1 });
  await userEvent.click(within(row).getByRole('button', { name: '1 note about Statistics' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notes: Statistics' });
  expect((await within(dialog).findByRole('region', { name: 'The mean' })).textContent).toBe(
    'The mean1:01A mean is not a median',
  );
});
