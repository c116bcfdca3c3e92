import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { SchoolTexts } from './school-texts.tsx';

afterEach(() => vi.unstubAllGlobals());

const HINDI = { code: 'hi', name: 'हिन्दी', isComplete: true };
const NAME = 'plans.year.name';

const show = (school: object[], ofSchool = 'en') => {
  const sent: unknown[] = [];
  const texts: Record<string, object> = {
    'pages.terms.title': {
      original: 'Terms',
      originalLanguage: 'en',
      digest: 'd1',
      translation: 'शर्तें',
      state: 'reviewed',
    },
    'pages.terms.body': {
      original: 'Be kind.',
      originalLanguage: 'en',
      digest: 'd2',
      translation: 'दयालु रहें।',
      state: 'outdated',
    },
    [NAME]: { original: 'One year', originalLanguage: 'en', digest: 'd3', translation: '', state: 'empty' },
  };
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push([address.split('/v1')[1], JSON.parse(typeof body === 'string' ? body : '{}')]);
    return Response.json(
      address.includes('/admin/translations?')
        ? { success: true, message: 'OK', courses: [], total: 0, school }
        : { success: true, message: 'Translations saved', language: 'hi', texts },
    );
  });
  const router = createMemoryRouter([{ path: '*', element: <SchoolTexts /> }]);
  render(
    <SiteProvider value={{ ...site, language: ofSchool, languages: [...site.languages, HINDI] }}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  return sent;
};

const COUNTED = [{ language: 'hi', empty: 1, draft: 0, outdated: 1, reviewed: 1 }];

test('the name of a plan is translated beside its original', async () => {
  const sent = show(COUNTED);
  const name = await screen.findByRole('textbox', { name: 'Name of a plan' });
  expect(screen.queryByRole('button', { name: /The original is in/ })).toBeNull();
  expect(within(screen.getByRole('combobox', { name: 'Language' })).getAllByRole('option')).toHaveLength(1);
  await userEvent.type(name, 'एक साल');
  await userEvent.click(screen.getByRole('button', { name: 'Save translations' }));
  expect(sent).toEqual([['/admin/translations/hi', { texts: { [NAME]: 'एक साल' }, seen: { [NAME]: 'd3' } }]]);
});

test('of a page that buyers accept it is said that an outdated translation is not shown', async () => {
  show(COUNTED);
  expect(
    await screen.findByText('The original changed after this was translated. Learners see the original.'),
  ).toBeDefined();
});

test('in a school that took the language later, an original is said to be in it, once for each page and plan', async () => {
  const sent = show(COUNTED, 'hi');
  await screen.findByRole('textbox', { name: 'Name of a plan' });
  const [, ofPlan] = screen.getAllByRole('button', { name: 'The original is in हिन्दी' });
  if (ofPlan) await userEvent.click(ofPlan);
  await userEvent.click(await screen.findByRole('button', { name: 'It is in हिन्दी' }));
  expect(sent).toEqual([['/admin/translations/hi/originals', { things: ['plans.year'] }]]);
});

test('where everything is in the language of the school, there is nothing to translate', async () => {
  show([]);
  expect(await screen.findByText('There is nothing to translate.')).toBeDefined();
});
