import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import { createQueryClient } from '#web/api/query.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { useIsHeld, useIsOpen } from './rights.ts';

const subscription = {
  status: 'inactive',
  purchased_at: null,
  refundable_until: null,
  access_until: null,
  auto_renew: false,
  renewable_from: null,
} as const;
const teacher = {
  _id: 'u1',
  fullName: 'Nandini Kulkarni',
  email: 'nandini@school.example',
  role: 'USER',
  avatar: { secure_url: null },
  teaches: true,
  hasCourses: false,
  language: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  subscription,
} as const;

/** What is asked for while a hook is used by this user. */
const rendered = <T,>(user: Partial<User>, hook: () => T) => {
  onTestFinished(() => act(() => sessionStore.end()));
  onTestFinished(() => void vi.unstubAllGlobals());
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({
      success: true,
      rights: [{ scope: 'c2', title: 'Statistics', endsAt: null, source: 'payment', planName: null }],
      courses: address.includes('/teach') ? [{ _id: 'c1', role: 'assistant' }] : [],
    });
  });
  sessionStore.start({ user: { ...teacher, ...user }, token: 'token' });
  const client = createQueryClient();
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { result, asked };
};

test('a course is open to the people who work on it and those who have it, and no other course is', async () => {
  const { result } = rendered({}, () => [useIsOpen('c1'), useIsOpen('c2'), useIsOpen('c3')]);
  await waitFor(() => expect(result.current).toEqual([true, true, false]));
});

test.each([
  ['may have single courses', { hasCourses: true }, [true, false], ['/api/v1/user/rights']],
  ['have none', {}, [false, false], []],
  [
    'have all',
    { hasCourses: true, language: null, subscription: { ...subscription, status: 'active' } },
    [true, true],
    [],
  ],
] as const)('a list knows what is open to people who %s', async (_, user, open, requests) => {
  const { result, asked } = rendered({ ...user, teaches: false }, () => [useIsHeld('c2'), useIsHeld('c3')]);
  await waitFor(() => expect(result.current).toEqual(open));
  expect(asked).toEqual(requests);
});
