import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
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
const priceWith = (priceInPaise: number, holders: number) => ({
  kind: 'once',
  priceInPaise,
  comparePriceInPaise: null,
  term: { unit: 'lifetime', count: 1 },
  refundDays: 7,
  holders,
  bundles: [],
});

const Plans = () => <p>{useSite().plans.map(({ name }) => name)}</p>;

/** The page of a price that is ₹1,499 until it is saved, and a part of another page, which shows the plans. */
const show = () => {
  const queryClient = createQueryClient();
  const school = { price: priceWith(149_900, 1), plans: [bundle] };
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address.endsWith('/site')) return Response.json({ success: true, site: { ...site, plans: school.plans } });
    if (method === 'PUT') {
      school.price = priceWith(Number(/priceInPaise":(\d+)/.exec(typeof body === 'string' ? body : '')?.[1]), 2);
      school.plans = [bundle && { ...bundle, name: 'First bowl alone' }];
    }
    return Response.json({ success: true, message: 'The price', price: school.price });
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <CoursePrice course={course} />
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
  expect(screen.getByText('Yearly bundle')).toBeDefined();
  await userEvent.clear(price);
  await userEvent.type(price, '999');
  await userEvent.click(screen.getByRole('button', { name: 'Save price' }));
  expect(await screen.findByText('First bowl alone')).toBeDefined();
  expect(screen.getByLabelText('Price, in ₹')).toHaveProperty('value', '999');
});
