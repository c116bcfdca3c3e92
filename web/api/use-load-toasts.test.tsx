import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { useLoadToasts } from './use-action.ts';

const LIST = { message: 'Courses fetched successfully' };

/** A page of courses, with what it was sent with. */
const open = (sent?: typeof LIST) => {
  const queryFn = () => new Promise<typeof LIST>((resolve) => setTimeout(() => resolve(LIST), 3000));
  const Page = () => {
    useLoadToasts(
      useQuery({ queryKey: ['courses'], queryFn, staleTime: Infinity, initialData: sent }),
      messages.courses,
    );
    return null;
  };
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <Page />
      <Toaster />
    </QueryClientProvider>
  );
  vi.useFakeTimers();
  render(page);
};

const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));
const shown = () => [...document.querySelectorAll('.toast-card')].map(({ textContent }) => textContent);

afterEach(() => {
  toast.remove();
  vi.useRealTimers();
});

test('courses that are fetched have a toast while they load, which then says so', { tags: ['MSG-08'] }, async () => {
  open();
  await pass(2990);
  expect(shown()).toEqual(['Loading courses...']);
  await pass(20);
  expect(shown()).toEqual(['Courses fetched successfully']);
});

test('courses that came with the page are announced by the same toast', { tags: ['MSG-08'] }, async () => {
  open({ ...LIST });
  await pass(490);
  expect(shown()).toEqual(['Loading courses...']);
  await pass(20);
  expect(shown()).toEqual(['Courses fetched successfully']);
});
