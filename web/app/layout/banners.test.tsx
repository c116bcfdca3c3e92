import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { Banners, ConnectionBanner } from './banners.tsx';
import { setHasDownloads } from '#web/app/session/downloads.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

const statusText = (): string | null => screen.getByRole('status').textContent;

test('the banner shows while there is no connection, and for two seconds after it is back', () => {
  vi.useFakeTimers();
  render(<ConnectionBanner />, { wrapper: MemoryRouter });
  const setOnline = (isOnline: boolean): void => act(() => onlineManager.setOnline(isOnline));
  expect(statusText()).toBe('');
  setOnline(false);
  expect(statusText()).toBe('You’re offline. Pages load when you reconnect.');
  setOnline(true);
  expect(statusText()).toBe('Back online. Your place is saved.');
  act(() => void vi.advanceTimersByTime(2000));
  expect(statusText()).toBe('');
});

test('the banner links to downloaded lectures', () => {
  onlineManager.setOnline(false);
  setHasDownloads();
  render(<ConnectionBanner />, { wrapper: MemoryRouter });
  const link = screen.getByRole('link', { name: 'You’re offline. Downloaded lectures still play.' });
  expect(link.getAttribute('href')).toBe('/offline');
});

test.each([
  [['online'], 'Test mode: nobody is charged.'],
  [['online', 'upi'], 'Test mode: don’t send real money.'],
  [['cash'], 'Test mode: don’t send real money.'],
] as const)('in test mode a school that sells by %s says: %s', (ways, text) => {
  render(
    <SiteProvider value={{ ...site, isTestMode: true, ways: [...ways] }}>
      <QueryClientProvider client={createQueryClient()}>
        <Banners />
      </QueryClientProvider>
    </SiteProvider>,
    { wrapper: MemoryRouter },
  );
  expect(screen.getByRole('complementary', { name: 'Test mode' }).textContent).toBe(text);
});
