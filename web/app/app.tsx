import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useCallback, useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { SiteFacts } from '#contract/school/setup.ts';
import { english, type Language } from '#contract/languages/language.ts';
import { LanguageProvider } from '#web/ui/language/language.tsx';
import { HasLeftProvider } from '#web/ui/page/page-heading.tsx';
import { SiteProvider } from '#web/ui/page/site.tsx';

interface ProvidersProps {
  site: SiteFacts;
  /** English without one. */
  language?: Language;
  queryClient: QueryClient;
  children: ReactNode;
}

/** The providers above the router, in the browser as on the server. */
export const Providers = ({ site, language = english, queryClient, children }: ProvidersProps) => (
  <LanguageProvider value={language}>
    <SiteProvider value={site}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SiteProvider>
  </LanguageProvider>
);

interface AppProps extends Omit<ProvidersProps, 'children'> {
  router: ComponentProps<typeof RouterProvider>['router'];
}

export const App = ({ site, language = english, queryClient, router }: AppProps) => {
  const hasLeft = useCallback(
    (key: string) => router.state.navigation.state !== 'idle' || router.state.location.key !== key,
    [router],
  );
  return (
    <Providers site={site} language={language} queryClient={queryClient}>
      <HasLeftProvider value={hasLeft}>
        <RouterProvider router={router} />
      </HasLeftProvider>
    </Providers>
  );
};

/**
 * Ends what `first-paint.js` began: the page now responds, shows who is logged in, and learns which files were chosen and which
 * button was pressed meanwhile.
 */
export function Interactive({ children }: { children: ReactNode }) {
  useEffect(() => {
    delete document.documentElement.dataset['loading'];
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=file]'))
      if (field.value !== '') field.dispatchEvent(new Event('change', { bubbles: true }));
    const pressed = document.querySelector<HTMLElement>('[data-pressed]');
    pressed?.click();
    delete pressed?.dataset['pressed'];
  }, []);
  return children;
}
