import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, useSearchParams } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { App } from '#web/app/app.tsx';
import { SearchField } from './search-field.tsx';
import { site } from '#web/ui/page/site-for-test.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const People = () => {
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  return (
    <>
      <SearchField label="Name" value={search} onSearch={(next) => setAddress({ search: next }, { replace: true })} />
      <Link to="/person">Zubin</Link>
    </>
  );
};

const open = () => {
  let arrive = (): void => undefined;
  const arrival = new Promise<{ Component: () => string }>((resolve) => {
    arrive = () => resolve({ Component: () => 'Zubin Mistry' });
  });
  const router = createMemoryRouter([
    { path: '/', Component: People },
    { path: '/person', lazy: () => arrival },
    { path: '/other', lazy: async () => ({ Component: () => 'Other' }) },
  ]);
  render(<App site={site} queryClient={createQueryClient()} router={router} />);
  const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
  return { router, type, arrive, address: () => router.state.location.pathname + router.state.location.search };
};

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a search starts shortly after the last key', async () => {
  const { type, address } = open();
  type('zu');
  await pass(200);
  type('zubin');
  await pass(200);
  expect(address()).toBe('/');
  await pass(150);
  expect(address()).toBe('/?search=zubin');
});

test('a page chosen while a search waits opens, even before it is rendered', async () => {
  const { router, type, arrive, address } = open();
  type('zubin');
  void router.navigate('/person');
  vi.advanceTimersByTime(400);
  arrive();
  await pass(0);
  expect(address()).toBe('/person');
  await pass(1000);
  expect(address()).toBe('/person');
});

test('a waiting search continues when the chosen page is cancelled', async () => {
  const { router, type, address } = open();
  type('zubin');
  await act(async () => void router.navigate('/person'));
  await pass(1000);
  await act(() => router.navigate('/?from=elsewhere'));
  await pass(400);
  expect(address()).toBe('/?search=zubin');
});
