import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, useCallback } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { SiteFacts } from '#contract/setup.ts';
import { HasLeftProvider } from '#web/components/has-left-page.ts';
import { SiteProvider } from '#web/components/site.tsx';

interface AppProps {
  site: SiteFacts;
  queryClient: QueryClient;
  router: ComponentProps<typeof RouterProvider>['router'];
}

export const App = ({ site, queryClient, router }: AppProps) => {
  const hasLeft = useCallback(
    (key: string) => router.state.navigation.state !== 'idle' || router.state.location.key !== key,
    [router],
  );
  return (
    <SiteProvider value={site}>
      <QueryClientProvider client={queryClient}>
        <HasLeftProvider value={hasLeft}>
          <RouterProvider router={router} />
        </HasLeftProvider>
      </QueryClientProvider>
    </SiteProvider>
  );
};
