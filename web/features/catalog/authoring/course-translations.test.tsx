import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { CourseTranslations } from './course-translations.tsx';

afterEach(() => vi.unstubAllGlobals());

const HINDI = { code: 'hi', name: 'हिन्दी', isComplete: true };
const TAMIL = { code: 'ta', name: 'தமிழ்', isComplete: false };

const NO_PROGRAM = { success: true, message: 'OK', isAvailable: false, run: null };

/** The translations of a course with one text of each state. */
const show = (drafts: (method: string | undefined) => object = () => NO_PROGRAM) => {
  const sent: unknown[] = [];
  const texts: Record<string, object> = {
    title: { original: 'First bowl', digest: 'd1', translation: '', state: 'empty' },
    description: { original: 'Clay.', digest: 'd2', translation: 'मिट्टी।', state: 'reviewed' },
    'lectures.one.title': { original: 'Centre it', digest: 'd3', translation: 'बीच में लाएँ', state: 'outdated' },
  };
  const respond = () =>
    Response.json({ success: true, message: 'Translations saved', language: 'hi', originalLanguage: 'en', texts });
  const counted = [
    { language: 'hi', empty: 1, draft: 0, outdated: 1, reviewed: 1 },
    { language: 'ta', empty: 3, draft: 0, outdated: 0, reviewed: 0 },
  ];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address.endsWith('/drafts')) return Response.json(drafts(method));
    if (address.endsWith('/translations')) return Response.json({ success: true, message: 'OK', languages: counted });
    if (method !== 'PUT') return respond();
    sent.push([address.split('/v1')[1], JSON.parse(typeof body === 'string' ? body : '{}')]);
    texts['title'] = { original: 'First bowl', digest: 'd1', translation: 'पहला कटोरा', state: 'reviewed' };
    counted[0] = { language: 'hi', empty: 0, draft: 0, outdated: 1, reviewed: 2 };
    return respond();
  });
  const router = createMemoryRouter([
    { path: '*', element: <CourseTranslations course={{ _id: 'bowl', language: 'en' }} /> },
  ]);
  render(
    <SiteProvider value={{ ...site, languages: [...site.languages, HINDI, TAMIL] }}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  return sent;
};

const counts = () =>
  within(screen.getByRole('row', { name: /हिन्दी/ }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('a text is translated beside its original, and only what was changed is sent', async () => {
  const sent = show();
  const title = await screen.findByRole('textbox', { name: 'Title of the course' });
  await vi.waitFor(() => expect(counts()).toEqual(['1', '0', '1', '1']));
  expect(screen.getByText('First bowl')).toHaveProperty('lang', 'en');
  expect(title).toHaveProperty('lang', 'hi');
  const save = screen.getByRole('button', { name: 'Save translations' });
  expect(save).toHaveProperty('disabled', true);
  await userEvent.type(title, 'पहला कटोरा');
  await userEvent.click(save);
  expect(sent).toEqual([['/courses/bowl/translations/hi', { texts: { title: 'पहला कटोरा' }, seen: { title: 'd1' } }]]);
  await vi.waitFor(() => expect(counts()).toEqual(['0', '0', '1', '2']));
  expect(save).toHaveProperty('disabled', true);
});

test('what is missing in each language is in one table', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Translations by language' });
  expect(
    [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['हिन्दी', '1', '0', '1', '1'],
    ['தமிழ்', '3', '0', '0', '0'],
  ]);
});

test('another language is another address, which is asked for before what was typed is lost', async () => {
  const sent = show();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title of the course' }), 'पहला');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'தமிழ்');
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Title of the course' })).toHaveProperty('value', 'पहला');
  expect(sent).toEqual([]);
});

test('the file of a translator is sent, and what was left out of it is said', async () => {
  show();
  await userEvent.click(await screen.findByText('Translate in another program'));
  const received: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST' && body instanceof FormData) received.push([address.split('/v1')[1], body.get('file')]);
    const report = { read: 3, repaired: [], leftOut: [{ line: 7, why: 'The course has no such text' }] };
    const text = { original: 'First bowl', digest: 'd1', translation: '', state: 'empty' };
    const translations = { language: 'hi', languages: [], originalLanguage: 'en', texts: { title: text } };
    return Response.json({ success: true, message: 'Translations imported', saved: 2, report, ...translations });
  });
  const file = new File(['msgid ""'], 'bowl-hi.po');
  await userEvent.upload(screen.getByLabelText(/Translated file/), file);
  await userEvent.click(screen.getByRole('button', { name: 'Import translations' }));
  expect(await screen.findByText('2 translations changed.')).toBeDefined();
  expect(received).toEqual([['/courses/bowl/translations/hi/import', file]]);
  expect(screen.getByRole('list', { name: 'Left out' }).textContent).toBe('Line 7: The course has no such text');
});

test('an outdated translation that is still right is confirmed as it is', async () => {
  const sent = show();
  await screen.findByText('The original changed after this was translated. Learners still see it.');
  await userEvent.click(screen.getByRole('button', { name: 'All of these are still right' }));
  expect(sent).toEqual([
    [
      '/courses/bowl/translations/hi',
      { texts: { 'lectures.one.title': 'बीच में लाएँ' }, seen: { 'lectures.one.title': 'd3' } },
    ],
  ]);
});

const program = (run: object | null) => ({ success: true, message: 'OK', isAvailable: true, run });

test('drafts are written by the program of the school', async () => {
  let drafts = program(null);
  show((method) => {
    if (method === 'POST') drafts = program({ texts: 3, written: 1, isRunning: true, problem: null });
    return drafts;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Fill drafts' }));
  expect(await screen.findByText('Writing drafts: 1 of 3')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Fill drafts' })).toHaveProperty('disabled', true);
});

test('what a program did not do is said', async () => {
  const problem = 'The program that drafts translations took too long';
  show(() => program({ texts: 3, written: 2, isRunning: false, problem }));
  expect((await screen.findByText(/2 drafts written/)).textContent).toBe(`2 drafts written. ${problem}`);
});

test('without a program of the school there is no button', async () => {
  show();
  await screen.findByRole('textbox', { name: 'Title of the course' });
  expect(screen.queryByRole('button', { name: 'Fill drafts' })).toBeNull();
});
