import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider, useSite } from '#web/ui/page/site.tsx';
import { CoursePrice } from './course-price.tsx';

afterEach(() => vi.unstubAllGlobals());

const course = {
  _id: 'bowl',
  title: 'First bowl',
  description: 'From a lump of clay.',
  category: 'Craft',
  language: 'en',
  createdBy: 'Bina Shah',
  outcomes: [],
  thumbnail: { secure_url: null },
  numberOfLectures: 1,
  totalDurationMs: 0,
  createdAt: '2026-11-20T06:00:00.000Z',
  approvalRequestedAt: null,
  declined: null,
  isDraft: false,
};

const [bundle] = site.plans;
const inBundle = {
  planId: 'wheel',
  name: 'Wheel and kiln',
  priceInPaise: 249_900,
  term: { unit: 'lifetime', count: 1 },
  courses: 2,
  holders: 38,
};
/** A plan as the owner sees it. */
const planOf = (_id: string, name: string, courseIds: readonly string[]) => ({
  ...bundle,
  _id,
  name,
  opens: { courseIds },
  isVisible: true,
  isSold: true,
  isDefault: false,
  members: 38,
  holders: 38,
  salesInPaise: 0,
  versions: [],
});

const alone = { ...bundle, _id: 'alone', name: 'First bowl', opens: { courseIds: ['bowl'] }, priceInPaise: 149_900 };
const wheel = {
  ...bundle,
  _id: 'wheel',
  name: 'Wheel and kiln',
  opens: { courseIds: ['bowl', 'vase'] },
  priceInPaise: 249_900,
};

const priceWith = (priceInPaise: number, holders: number) => ({
  kind: 'once',
  planId: 'alone',
  offers: [bundle, alone, wheel],
  priceInPaise,
  comparePriceInPaise: null,
  term: { unit: 'lifetime', count: 1 },
  refundDays: 7,
  holders,
  refundable: [{ paymentId: 'pay_1', fullName: 'பானு ரவி' }],
  bundles: [inBundle],
});

const Plans = () => <p>{useSite().plans.map(({ name }) => name)}</p>;

/** The page of a price that is ₹1,499 until it is saved, and a part of another page, which shows the plans. */
const show = () => {
  const queryClient = createQueryClient();
  const school = { price: priceWith(149_900, 1), plans: [bundle], sent: [] as unknown[] };
  const own = [planOf('wheel', 'Wheel and kiln', ['bowl', 'vase']), planOf('glaze', 'Glazes', ['glaze'])];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address.endsWith('/site')) return Response.json({ success: true, site: { ...site, plans: school.plans } });
    if (address.endsWith('/admin/plans')) return Response.json({ success: true, message: 'OK', plans: own });
    if (method === 'PUT')
      school.sent.push([address.split('/v1')[1], JSON.parse(typeof body === 'string' ? body : '{}')]);
    if (method === 'PUT' && address.endsWith('/price')) {
      school.price = priceWith(Number(/priceInPaise":(\d+)/.exec(typeof body === 'string' ? body : '')?.[1]), 2);
      school.plans = [bundle && { ...bundle, name: 'First bowl alone' }];
    }
    return Response.json({ success: true, message: 'The price', price: school.price });
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <CoursePrice course={course} lectures={3} />
          <Plans />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  return { queryClient, school };
};

test('a price that is typed stays when someone buys the course meanwhile', async () => {
  const { queryClient, school } = show();
  const price = await screen.findByLabelText('Price, in ₹');
  await userEvent.clear(price);
  await userEvent.type(price, '999');
  school.price = priceWith(149_900, 2);
  await act(() => queryClient.invalidateQueries({ queryKey: ['plans'] }));
  expect(await screen.findByText(/The 2 people who have it keep it/)).toBeDefined();
  expect(screen.getByLabelText('Price, in ₹')).toHaveProperty('value', '999');
  expect(screen.getByText('Not saved yet')).toBeDefined();
});

test('a saved price shows on every page at once', async () => {
  show();
  const price = await screen.findByLabelText('Price, in ₹');
  expect(screen.getByText('Yearly bundle', { selector: 'p' })).toBeDefined();
  await userEvent.clear(price);
  await userEvent.type(price, '999');
  await userEvent.click(screen.getByRole('button', { name: 'Save price' }));
  expect(await screen.findByText('First bowl alone')).toBeDefined();
  expect(screen.getByLabelText('Price, in ₹')).toHaveProperty('value', '999');
});

test('the preview offers what visitors will be offered with what is typed, and nothing else', async () => {
  show();
  const preview = within(await screen.findByRole('region', { name: 'What buyers see' }));
  const offers = () => preview.queryAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  await waitFor(() =>
    expect(offers()).toEqual(['This course3 lectures, for a year₹1,499', 'All coursesEvery lecture, for a year₹499']),
  );
  const price = screen.getByLabelText('Price, in ₹');
  await userEvent.clear(price);
  expect(preview.getByText('Complete the price to see it here.')).toBeDefined();
  await userEvent.type(price, '1,799.50');
  await userEvent.type(screen.getByLabelText('Compare-at price, in ₹'), '2000');
  await userEvent.selectOptions(screen.getByLabelText('Access'), 'For life');
  await userEvent.selectOptions(screen.getByLabelText('Refund within'), 'No refund');
  expect(offers()).toEqual([
    'This course3 lectures, for life₹2,000₹1,799.50',
    'All coursesEvery lecture, for a year₹499',
  ]);
  expect(preview.queryByText(/refund/)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Free' }));
  expect([
    preview.getByText('Free with an account'),
    preview.getByRole('link', { name: 'Start watching' }),
  ]).toHaveLength(2);
  // Three courses for ₹2,499: the cheapest that opens this one without everything.
  await userEvent.click(screen.getByRole('radio', { name: 'Only in bundles' }));
  expect(offers()).toEqual(['Wheel and kiln2 courses, for a year₹2,499', 'All coursesEvery lecture, for a year₹499']);
});

test('a course that becomes free names those who can have their money back', async () => {
  const { school } = show();
  await userEvent.click(await screen.findByRole('radio', { name: 'Free' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save price' }));
  expect(screen.getByRole('link', { name: 'பானு ரவி' }).getAttribute('href')).toBe('/admin/payments/pay_1');
  expect(school.sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Make it free' }));
  expect(school.sent).toEqual([['/admin/courses/bowl/price', { kind: 'free' }]]);
});

test('a course is taken out of a bundle and added to another one, for later buyers and with its members', async () => {
  const { school } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Take out of Wheel and kiln' }));
  expect(screen.getByText(/38 people keep/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Take out' }));
  expect(school.sent).toMatchObject([['/admin/plans/wheel', { opens: { courseIds: ['vase'] } }]]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add to a bundle' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Glazes1 course']);
  await userEvent.click(screen.getByRole('menuitem'));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(school.sent[1]).toMatchObject(['/admin/plans/glaze', { opens: { courseIds: ['glaze', 'bowl'] } }]);
});
