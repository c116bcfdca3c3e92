import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createLanguage } from '#contract/languages/language.ts';
import { LanguageProvider, Trans } from '#web/ui/language/language.tsx';
import { PageHeading } from './page-heading.tsx';
import { SiteProvider } from './site.tsx';
import { site } from './site-for-test.ts';

test('a heading titles its page, also as a text in the language of the page', () => {
  const language = createLanguage('hi', { notices: ['सूचनाएँ: ', ['count']] });
  render(
    <SiteProvider value={site}>
      <LanguageProvider value={language}>
        <MemoryRouter>
          <PageHeading>
            <Trans id="notices" message="Notices" values={{ count: 2 }} />
          </PageHeading>
        </MemoryRouter>
      </LanguageProvider>
    </SiteProvider>,
  );
  expect(document.title).toBe('सूचनाएँ: 2 · Night School');
});
