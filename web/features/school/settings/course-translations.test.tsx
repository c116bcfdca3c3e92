import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { TranslationOverview } from './course-translations.tsx';

afterEach(() => vi.unstubAllGlobals());

const HINDI = { code: 'hi', name: 'हिन्दी', isComplete: true };

test('each course says in each language how many of its texts learners see, and what is unread or outdated', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      success: true,
      message: 'OK',
      total: 2,
      school: [{ language: 'hi', empty: 7, draft: 0, outdated: 1, reviewed: 2 }],
      courses: [
        {
          _id: 'bowl',
          title: 'First bowl',
          language: 'en',
          languages: [{ language: 'hi', empty: 4, draft: 1, outdated: 2, reviewed: 3 }],
        },
        {
          _id: 'rain',
          title: 'बारिश',
          language: 'hi',
          languages: [{ language: 'en', empty: 2, draft: 0, outdated: 0, reviewed: 0 }],
        },
      ],
    }),
  );
  const router = createMemoryRouter([{ path: '*', element: <TranslationOverview /> }]);
  render(
    <SiteProvider value={{ ...site, languages: [...site.languages, HINDI] }}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  const link = await screen.findByRole('link', { name: 'First bowl' });
  expect(link.getAttribute('href')).toBe('/course/edit?course=bowl&tab=translations');
  const of = (title: string) => screen.getByRole('link', { name: title }).closest('tr, li')?.textContent;
  expect(of('First bowl')).toContain('5 of 10 · 1 draft · 2 outdated');
  expect(of('First bowl')).toContain('Original');
  expect(of('बारिश')).toContain('0 of 2');
});
