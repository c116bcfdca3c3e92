import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as ImportPeople } from './import-people.tsx';

afterEach(() => vi.unstubAllGlobals());

const show = (address: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <MemoryRouter initialEntries={[address]}>
          <ImportPeople />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );

test('why a file is refused stays below the field', async () => {
  const message = 'This is not a CSV file.';
  vi.stubGlobal('fetch', async () => Response.json({ success: false, message, code: 'not_csv' }, { status: 415 }));
  show('/admin/people/imports');
  const field = screen.getByLabelText('CSV file');
  await userEvent.upload(field, new File(['{}'], 'people.csv', { type: 'text/csv' }));
  expect((await screen.findByText(message)).closest('[id]')?.id).toBe(
    field.getAttribute('aria-describedby')?.split(' ')[1],
  );
});

test.each([
  [0, '2 new accounts invited.'],
  [1, '2 new accounts invited. 1 person already has one.'],
])('with %i known people the report says so only if there are any', async (known, sentence) => {
  const counts = { new: 2, known, faulty: 0, waiting: 0 };
  const columns = { name: [0], email: 1, plan: null, until: null };
  const repaired = [2, 4].map((line) => ({ line, what: 'It was repaired' }));
  const report = { read: 2, repaired, leftOut: [{ line: 1, why: 'Above the header' }] };
  const done = {
    _id: 'one',
    state: 'done',
    fileName: 'p.csv',
    header: [],
    samples: [],
    columns,
    counts,
    lines: [],
    report,
  };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', import: done }));
  show('/admin/people/imports?id=one');
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByRole('list', { name: 'Repaired' }).textContent).toBe('Lines 2 and 4: It was repaired');
  expect(screen.getByRole('list', { name: 'Left out' }).textContent).toBe('Line 1: Above the header');
});

test('an import that does not exist leads back to the choice of a file', async () => {
  const message = 'This import does not exist. Please choose the file again.';
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, message, code: 'import_not_found' }, { status: 404 }),
  );
  show('/admin/people/imports?id=gone');
  expect(await screen.findByText(message)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Choose a file' }));
  expect(screen.getByLabelText('CSV file')).toBeDefined();
});

test('each line says what it gives, and why one cannot be imported', async () => {
  const line = { fullName: 'Asha', outcome: 'new', problem: null };
  const lines = [
    { ...line, line: 2, email: 'a@class.example', gets: { planName: 'Statistics', untilDay: null } },
    { ...line, line: 3, email: 'b@class.example', gets: { planName: null, untilDay: '2027-05-03' } },
    { ...line, line: 4, email: 'c@class.example', gets: null },
    { ...line, line: 5, email: 'd@class.example', outcome: 'faulty', problem: 'This day is over', gets: null },
  ];
  const counts = { new: 3, known: 0, faulty: 1, waiting: 0 };
  const columns = { name: [], email: 0, plan: 1, until: 2 };
  const header = ['email', 'plan', 'until'];
  const report = { read: 3, repaired: [], leftOut: [{ line: 5, why: 'This day is over' }] };
  const draft = { _id: 'one', state: 'draft', fileName: 'p.csv', header, samples: [], columns, counts, lines, report };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', import: draft }));
  show('/admin/people/imports?id=one');
  await userEvent.click(await screen.findByRole('button', { name: /^All/ }));
  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shown).toEqual([
    'Line 2Ashaa@class.exampleGets Statistics for lifeNew',
    'Line 3Ashab@class.exampleGets All courses until 3 May 2027New',
    'Line 4Ashac@class.exampleNew',
    'Line 5Ashad@class.exampleThis day is overFaulty',
  ]);
  expect(screen.getByText(/People whose line has neither a plan nor a day/)).toBeDefined();
});

test('people who have not confirmed their address are counted, and the links that they get', async () => {
  const line = { fullName: 'Asha', outcome: 'known', problem: null, gets: null, waitsForConfirmation: true };
  const lines = [
    { ...line, line: 2, email: 'a@class.example', gets: { planName: null, untilDay: '2027-05-03' } },
    { ...line, line: 3, email: 'b@class.example' },
    { ...line, line: 4, email: 'c@class.example', outcome: 'new', waitsForConfirmation: undefined },
  ];
  const counts = { new: 1, known: 2, faulty: 0, waiting: 0 };
  const columns = { name: [], email: 0, plan: null, until: 1 };
  const report = { read: 3, repaired: [], leftOut: [] };
  const draft = {
    _id: 'one',
    state: 'draft',
    fileName: 'p.csv',
    header: [],
    samples: [],
    columns,
    counts,
    lines,
    report,
  };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', import: draft }));
  show('/admin/people/imports?id=one');
  expect(await screen.findByText(/^2 people have not confirmed their address/)).toBeDefined();
  expect(screen.getAllByText('Waits for confirmation')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 people' }));
  expect(screen.getByRole('dialog').textContent).toContain(
    '1 invitation and 1 confirmation link will be sent by email.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.type(screen.getByLabelText('Give access until (optional)'), '2027-06-01');
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 people' }));
  expect(screen.getByRole('dialog').textContent).toContain('1 invitation and 2 confirmation links will be sent');
});
