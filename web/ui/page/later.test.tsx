import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

/** As on the first page of a visit. */
const openPage = async (load: () => Promise<string>) => {
  vi.resetModules();
  const { Later } = await import('./later.tsx');
  const Page = ({ isAskedFor }: { isAskedFor: boolean }) => {
    useQuery({ queryKey: ['main'], queryFn: load });
    return (
      <Later fallback="kept" isAskedFor={isAskedFor}>
        part
      </Later>
    );
  };
  const client = new QueryClient();
  const page = (isAskedFor: boolean) => (
    <QueryClientProvider client={client}>
      <Page isAskedFor={isAskedFor} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(false));
  return { ask: () => rerender(page(true)) };
};

test('a part comes after the first data of the page', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  await openPage(() => promise);
  await pass(60_000);
  expect(screen.queryByText('kept')).not.toBeNull();
  resolve('data');
  await pass(1000);
  expect(screen.queryByText('part')).not.toBeNull();
});

test('a part comes at once when it is asked for', async () => {
  const { ask } = await openPage(() => new Promise(() => undefined));
  await pass(1000);
  expect(screen.queryByText('part')).toBeNull();
  ask();
  expect(screen.queryByText('part')).not.toBeNull();
});
