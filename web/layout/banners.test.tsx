import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';
import { site } from '#web/components/site-for-test.ts';
import { SiteProvider } from '#web/components/site.tsx';
import { Banners } from '#web/layout/banners.tsx';

test('the offline banner shows while there is no connection', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <Banners />
      </QueryClientProvider>
    </SiteProvider>,
  );
  const setOnline = (isOnline: boolean): void => {
    onLine.mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  };
  expect(screen.getByRole('status').textContent).toBe('');
  setOnline(false);
  expect(screen.getByRole('status').textContent).toBe('You’re offline. Pages load when you reconnect.');
  setOnline(true);
  expect(screen.getByRole('status').textContent).toBe('');
});
