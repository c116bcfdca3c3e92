import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';
import { site } from '#web/components/site-for-test.ts';
import { SiteProvider } from '#web/components/site.tsx';
import { Banners } from '#web/layout/banners.tsx';

test('says that there is no connection for as long as there is none', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <Banners />
      </QueryClientProvider>
    </SiteProvider>,
  );
  const become = (isOnline: boolean): void => {
    onLine.mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  };
  expect(screen.getByRole('status').textContent).toBe('');
  become(false);
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
  become(true);
  expect(screen.getByRole('status').textContent).toBe('');
});
