import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { LanguageProvider } from '#web/ui/language/language.tsx';
import { wholeLanguage } from '#web/app/open-language.ts';
import { RouteError } from './route-error.tsx';

test('a page that breaks says so in the language of the pages', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const loader = (): never => {
    throw new Error('x is undefined');
  };
  const router = createMemoryRouter([{ path: '/', loader, element: null, errorElement: <RouteError /> }]);
  render(
    <SiteProvider value={site}>
      <LanguageProvider value={await wholeLanguage('hi')}>
        <RouterProvider router={router} />
      </LanguageProvider>
    </SiteProvider>,
  );
  await screen.findByRole('button');
  expect(screen.getByText(/^यह पेज नहीं खुल सका।/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'फिर कोशिश करें' })).toBeDefined();
});
