import { useQuery } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { App } from '#web/app/app.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { type Column, tableStateIn, useTable } from './use-table.ts';
import { Table } from './table.tsx';

interface Person {
  id: string;
  name: string;
  city: string;
}

const everyone: readonly Person[] = ['Asha', 'Bina', 'Chand', 'Dev', 'Esha'].map((name, index) => ({
  id: `p${index}`,
  name,
  city: index % 2 === 0 ? 'Pune' : 'Kochi',
}));

const columns: readonly Column<Person>[] = [
  { id: 'name', title: 'Name', kind: 'name', sort: 'ascending', cell: ({ name }) => name },
  { id: 'city', title: 'City', inList: 'detail', cell: ({ city }) => city },
];

/** As a server would: two rows a page, by name, those of a city. */
const pageFor = (sort: string, city: string | undefined, offset: number) => {
  const found = everyone.filter((person) => city === undefined || person.city === city);
  const sorted = sort === '-name' ? found.toReversed() : found;
  return { rows: sorted.slice(offset / 10, offset / 10 + 2), total: found.length };
};

const People = () => {
  const control = useTable();
  const city = control.choice('city', ['Pune', 'Delhi']);
  const query = useQuery({
    queryKey: ['people', control.sort, city, control.offset, control.search],
    queryFn: () => (control.search === '' ? pageFor(control.sort, city, control.offset) : { rows: [], total: 0 }),
  });
  return (
    <Table
      label="People"
      control={control}
      query={query}
      pageOf={(data) => data}
      columns={columns}
      keyOf={({ id }) => id}
      openAt={({ id }) => `/people/${id}`}
      failure="Failed"
      empty={<p>Nobody yet</p>}
      searchLabel="Search people"
      filters={[
        {
          id: 'city',
          title: 'City',
          shape: 'chips',
          total: 5,
          options: [
            { value: 'Pune', label: 'Pune', count: 3 },
            { value: 'Delhi', label: 'Delhi', count: 0 },
          ],
        },
      ]}
      renderBulk={({ keys, isEverything }) => <p>Chosen: {isEverything ? 'everyone' : keys.join(' ')}</p>}
    />
  );
};

const open = async (address = '/') => {
  const router = createMemoryRouter(
    [
      { path: '/', Component: People },
      { path: '/people/:id', element: 'A person' },
    ],
    {
      initialEntries: [address],
    },
  );
  render(<App site={site} queryClient={createQueryClient()} router={router} />);
  await screen.findAllByRole('link');
  return { user: userEvent.setup(), search: () => router.state.location.search, router };
};

const names = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.textContent);

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width >= 48rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe('a table', () => {
  test('keeps filter, order and page in the address', async () => {
    const { user, search } = await open('/?year=2026');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(names()).toEqual(['Chand', 'Dev']));
    expect(search()).toBe('?year=2026&page=2');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(names()).toEqual(['Esha', 'Dev']));
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    await user.click(screen.getByRole('button', { name: 'Pune 3' }));
    await waitFor(() => expect(names()).toEqual(['Esha', 'Chand']));
    expect(search()).toBe('?year=2026&sort=-name&city=Pune');
  });

  test('says when a filter finds nothing, and clears it', async () => {
    const { user, search } = await open();
    await user.click(screen.getByRole('button', { name: 'Delhi 0' }));
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(names()).toEqual(['Asha', 'Bina']));
    expect(search()).toBe('');
  });

  test('names a search that finds nothing', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('searchbox'), 'कमल');
    expect(await screen.findByText('No results for “कमल”.')).toBeTruthy();
  });

  test('moves with the arrow keys, selects with Space and extends with Shift', async () => {
    const { user } = await open();
    screen.getByRole('link', { name: 'Asha' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Bina');
    await user.keyboard(' ');
    expect(within(screen.getByRole('region', { name: 'Selected rows' })).getByText('Chosen: p1')).toBeTruthy();
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(screen.getByText('Chosen: p0 p1')).toBeTruthy();
    expect(screen.getByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 5' }));
    expect(screen.getByText('Chosen: everyone')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select Asha' }));
    expect(screen.getByText('Chosen: p1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(names()).toEqual(['Chand', 'Dev']));
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
  });

  test('opens a row by a press anywhere in it, but beside its box', async () => {
    const { user, router } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Bina' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Bina' }).closest('td') ?? document.body);
    expect(router.state.location.pathname).toBe('/');
    await user.click(screen.getByText('Kochi'));
    expect(router.state.location.pathname).toBe('/people/p1');
  });

  test('opens a row with Enter, and focuses the search with a slash', async () => {
    const { user, router } = await open();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search people' }));
    screen.getByRole('link', { name: 'Bina' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/p1'));
  });
});

test('unknown and endless values in an address are ignored', () => {
  const state = tableStateIn(
    new URLSearchParams({ search: 'x'.repeat(999), sort: '', page: '1e9', rows: '7', cursor: 'y'.repeat(999) }),
  );
  expect([state.search.length, state.page, state.pageSize, state.cursor.length]).toEqual([200, 1, 20, 200]);
  expect(tableStateIn(new URLSearchParams('status=toString')).choice('status', ['paid'])).toBeUndefined();
  expect(tableStateIn(new URLSearchParams('page=3&rows=50')).offset).toBe(100);
});
