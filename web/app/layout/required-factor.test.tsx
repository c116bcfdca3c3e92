import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { App } from '#web/app/app.tsx';
import { routes } from '#web/app/routes.tsx';
import { sessionStore } from '#web/app/session/session.ts';
import { logInAdmin } from '#web/app/session/admin-for-test.ts';
import { site } from '#web/ui/page/site-for-test.ts';

const requested: string[] = [];

/** Only how the user logs in gets a response. */
const respond = async (address: string): Promise<Response> => {
  requested.push(address);
  if (address !== '/api/v1/user/security') return new Promise(() => undefined);
  return Response.json({
    success: true,
    message: '',
    address: { isConfirmed: true, pending: null, waitsFor: [] },
    password: { isSet: true, changedAt: null },
    passkeys: [],
    identities: [],
    factorDueAt: '2026-01-08T00:00:00.000Z',
    secondStep: null,
  });
};

beforeEach(() => {
  vi.stubGlobal('fetch', respond);
  vi.stubGlobal('scrollTo', () => undefined);
  logInAdmin();
});

afterEach(() => {
  sessionStore.end();
  requested.length = 0;
  vi.unstubAllGlobals();
});

test('an admin without the required factor is led to Security before a page of admins requests anything', async () => {
  const router = createMemoryRouter(routes, { initialEntries: ['/admin/dashboard'] });
  render(<App site={{ ...site, isFactorRequired: true }} queryClient={createQueryClient()} router={router} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Security and data' })).toBeTruthy();
  expect(await screen.findByText(/Set one up to continue/)).toBeTruthy();
  // What the server serves to every user.
  const ofUsers = /^\/api\/v1\/(?:user\/|notices(?:\?|\/stream)|uploads$)/;
  expect(requested.filter((address) => !ofUsers.test(address))).toEqual([]);
  expect(document.querySelectorAll('.toast-card')).toHaveLength(0);
});
