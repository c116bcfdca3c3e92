import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { noteTime } from '#web/api/server-clock.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { FirstSale } from './first-sale.tsx';

const NOW = Date.parse('2026-11-29T05:11:00.000Z');
const sale = {
  paymentId: 'pay_1',
  userId: 'u1',
  buyer: 'बीना शाह',
  others: [],
  planName: 'Yearly bundle',
  course: null,
  isGift: false,
  amountInPaise: 49_900,
  at: '2026-11-29T04:42:00.000Z',
};

const show = (thanks: { text: string; at: string; undoUntil: string } | null) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={{ ...site, sendsEmail: true }}>
        <MemoryRouter>
          <FirstSale sale={{ ...sale, thanks }} />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a thank-you can be undone until it is emailed', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: unknown) => {
    asked.push(String(address));
    return Response.json({ success: true, message: '', isUndone: true });
  });
  const at = new Date(NOW).toISOString();
  show({ text: 'Thank you', at, undoUntil: new Date(NOW + 45_000).toISOString() });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Say thank you').readOnly).toBe(true);
  expect(screen.getByText(/^Sent /)).toBeDefined();
  await act(async () => screen.getByRole('button', { name: 'Undo' }).click());
  expect(asked).toContainEqual(expect.stringContaining('/admin/overview/first-sale/undo-thanks'));
  await act(() => vi.advanceTimersByTimeAsync(45_000));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a thank-you can be undone as long on a device whose clock is two hours ahead', async () => {
  const respondAt = (ms: number): void => noteTime((name) => (name === 'date' ? new Date(ms).toUTCString() : null));
  const serverMs = NOW - 7_200_000;
  respondAt(serverMs);
  onTestFinished(() => respondAt(Date.now()));
  show({
    text: 'Thank you',
    at: new Date(serverMs).toISOString(),
    undoUntil: new Date(serverMs + 45_000).toISOString(),
  });
  await act(() => vi.advanceTimersByTimeAsync(44_000));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('the draft of a thank-you begins with the first name', () => {
  show(null);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Say thank you').value).toMatch(/^Dear बीना,\n/);
  expect(screen.getByRole('button', { name: 'Send' })).toBeDefined();
});
