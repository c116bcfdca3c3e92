import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { LanguageChoice } from './language-choice.tsx';

const LANGUAGES = [
  { code: 'en', name: 'English', isComplete: true },
  { code: 'hi', name: 'हिन्दी', isComplete: false },
];

const open = (languages: typeof LANGUAGES) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)]);
    return Response.json({ success: false, message: 'The language could not be saved' }, { status: 500 });
  });
  const router = createMemoryRouter([{ path: '/', element: <LanguageChoice own={null} /> }]);
  render(
    <SiteProvider value={{ ...site, language: 'en', languages }}>
      <RouterProvider router={router} />
      <Toaster />
    </SiteProvider>,
  );
  return sent;
};

afterEach(() => vi.unstubAllGlobals());

test('a school with one language offers no choice', () => {
  open(LANGUAGES.slice(0, 1));
  expect(screen.queryByLabelText('Language of the pages')).toBeNull();
});

test('a choice is sent at once, and a failure is said', async () => {
  const sent = open(LANGUAGES);
  const choice = screen.getByLabelText('Language of the pages');
  await userEvent.selectOptions(choice, 'हिन्दी');
  expect(sent).toEqual([[expect.stringContaining('/user/language'), { language: 'hi' }]]);
  expect((await screen.findAllByText('The language could not be saved')).length).toBeGreaterThan(0);
  expect(choice).toHaveProperty('value', 'en');
});
