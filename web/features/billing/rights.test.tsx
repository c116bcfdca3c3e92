import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { useIsOpen } from './rights.ts';

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
  createdAt: '2026-01-01T00:00:00.000Z',
  subscription,
} as const;

test('a course is open to the people who work on it, and no other course is', async () => {
  onTestFinished(() => act(() => sessionStore.end()));
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({
      success: true,
      rights: [],
      courses: address.includes('/teach') ? [{ _id: 'c1', role: 'assistant' }] : [],
    }),
  );
  sessionStore.start({ user: teacher, token: 'token' });
  const client = createQueryClient();
  const { result } = renderHook(() => [useIsOpen('c1'), useIsOpen('c2')], {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current).toEqual([true, false]));
});
