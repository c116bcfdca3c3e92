import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { SiteFacts } from '#contract/setup.ts';
import { SiteProvider } from '#web/components/site.tsx';

interface AppProps {
  site: SiteFacts;
  queryClient: QueryClient;
  router: ComponentProps<typeof RouterProvider>['router'];
}

export const App = ({ site, queryClient, router }: AppProps) => (
  <SiteProvider value={site}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </SiteProvider>
);
