import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query-keys.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as Gift } from './redeem-gift.tsx';

test('the recipient of a gift can log in from its link', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const redeemed = { success: false, code: 'gift_redeemed', message: 'This gift has already been redeemed' };
  vi.stubGlobal('fetch', async () => Response.json(redeemed, { status: 409 }));
  const router = createMemoryRouter(
    [
      { path: '/gift/:token', Component: Gift },
      { path: '/login', element: <p>Login</p> },
    ],
    { initialEntries: ['/gift/secret'] },
  );
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  expect(await screen.findByText('This gift has already been redeemed')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }));
  expect(await screen.findByText('Login')).toBeTruthy();
  expect(router.state.location.state).toEqual({ returnTo: '/gift/secret' });
});
