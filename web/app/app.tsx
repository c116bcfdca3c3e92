import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { SiteFacts } from '#contract/setup.ts';
import { HasLeftProvider } from '#web/ui/page/has-left-page.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';

interface ProvidersProps {
  site: SiteFacts;
  queryClient: QueryClient;
  children: ReactNode;
}

/** What stands above the router, in the browser as on the server. */
export const Providers = ({ site, queryClient, children }: ProvidersProps) => (
  <SiteProvider value={site}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </SiteProvider>
);

interface AppProps extends Omit<ProvidersProps, 'children'> {
  router: ComponentProps<typeof RouterProvider>['router'];
}

export const App = ({ site, queryClient, router }: AppProps) => {
  const hasLeft = useCallback(
    (key: string) => router.state.navigation.state !== 'idle' || router.state.location.key !== key,
    [router],
  );
  return (
    <Providers site={site} queryClient={queryClient}>
      <HasLeftProvider value={hasLeft}>
        <RouterProvider router={router} />
      </HasLeftProvider>
    </Providers>
  );
};
