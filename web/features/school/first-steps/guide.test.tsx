import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { FirstStepName, FirstSteps } from '#contract/catalog/first-steps.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { firstStepsQuery } from '#web/api/school-queries.ts';
import { Guide } from './guide.tsx';

afterEach(() => vi.unstubAllGlobals());

const names = ['brand', 'course', 'price', 'email', 'ways', 'payments', 'legal', 'backup', 'share'] as const;

const guideWith = (done: readonly FirstStepName[], more: Partial<FirstSteps> = {}) => ({
  success: true as const,
  message: 'First steps',
  firstSteps: {
    steps: names.map((name) => ({ name, isDone: done.includes(name), minutesLeft: done.includes(name) ? 0 : 2 })),
    course: null,
    sampleId: null,
    hasSale: false,
    ...more,
  },
});

function Loaded() {
  const { data } = useQuery({ ...firstStepsQuery(), enabled: false });
  return data && <Guide guide={data.firstSteps} />;
}

const show = (data: ReturnType<typeof guideWith>) => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(firstStepsQuery().queryKey, data);
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Loaded />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
};

const step = (name: string): HTMLElement => {
  const item = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(name));
  if (!item) throw new Error(`No step ${name}`);
  return item;
};

test('the course shows its state and its next step, and finished steps are counted', () => {
  const course = {
    _id: 'c1',
    title: 'Pottery',
    thumbnail: { secure_url: null },
    numberOfLectures: 3,
    totalDurationMs: 1_440_000,
    isDraft: true,
  };
  show(guideWith(['brand'], { course }));
  expect(screen.getByText('1 of 9 done')).toBeDefined();
  const item = within(step('Your first course'));
  expect(item.getByText('Draft')).toBeDefined();
  expect(item.getByText(/3 lectures/).textContent).toContain('24 min');
  expect(item.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/course/edit?course=c1');
  expect(item.getByRole('link', { name: 'Preview' }).getAttribute('href')).toBe('/course/displaylectures?course=c1');
  expect(within(step('Email')).getByRole('link').getAttribute('href')).toBe('/admin/settings/email');
});

test('without a course it can begin empty or from a sample', () => {
  show(guideWith(['brand'], { sampleId: 's1' }));
  const item = within(step('Your first course'));
  expect(item.getByRole('link', { name: 'Create a course' }).getAttribute('href')).toBe('/course/create');
  expect(item.getByRole('link', { name: 'Start from a sample' }).getAttribute('href')).toBe(
    '/course/edit?course=s1&tab=details',
  );
});

test('keeping the price marks the step as done, and opens the next', async () => {
  const addresses: unknown[] = [];
  vi.stubGlobal('fetch', async (address: unknown) => {
    addresses.push(address);
    return Response.json(guideWith(['brand', 'course', 'price']));
  });
  show(guideWith(['brand', 'course']));
  await userEvent.click(screen.getByRole('button', { name: 'Keep this price' }));
  expect(await screen.findByText('3 of 9 done')).toBeDefined();
  expect(addresses).toEqual(['/api/v1/admin/first-steps/price']);
  expect(within(step('Email')).getByRole('link', { name: 'Continue' })).toBeDefined();
});

test('the link is shared as a QR code and a message', async () => {
  show(guideWith(['brand']));
  await userEvent.click(within(step('Share')).getByRole('button'));
  const item = within(step('Share'));
  expect(await item.findByTitle(`QR code of ${location.origin}/`)).toBeDefined();
  expect(item.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')).toBe(
    `https://wa.me/?text=${encodeURIComponent(`Learn with Night School: ${location.origin}/`)}`,
  );
});
