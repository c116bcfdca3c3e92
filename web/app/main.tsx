import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { watchConnection } from '#web/api/connection.ts';
import { readSiteFacts, receivePageData } from '#web/api/page-data.ts';
import { createQueryClient } from '#web/api/query-keys.ts';
import { App, Interactive } from './app.tsx';
import { ErrorState } from '#web/ui/page/query-boundary.tsx';
import { routes } from './routes.tsx';
import { hasDownloads } from '#web/app/session/downloads.ts';
import { openSession } from '#web/app/session/open-session.ts';
import '#web/styles/app.css';

/**
 * Loads the code of the page that was sent, before there is a router that would draw something else meanwhile. Resolves to
 * false when it does not load: what the router draws then is not the page that was sent.
 */
const loadCode = async (): Promise<boolean> => {
  const matches = matchRoutes(routes, location) ?? [];
  try {
    for (const { route } of matches)
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    return true;
  } catch {
    return false;
  }
};

/** False after Back or Forward before the program ran: the router then draws another page than the one that was sent. */
const isAtPageThatWasSent = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return true;
  const { pathname, search } = new URL(loaded.name);
  return pathname === location.pathname && search === location.search;
};

const start = async (): Promise<void> => {
  const container = document.querySelector('#root');
  if (!container) throw new Error('The page has no #root');
  const draw = (page: ReactNode): void =>
    startTransition(() => createRoot(container).render(<Interactive>{page}</Interactive>));
  const queryClient = createQueryClient();
  watchConnection();
  openSession(globalThis.window, queryClient);
  try {
    const site = await readSiteFacts(document);
    const isSent = receivePageData(document, queryClient) && (await loadCode()) && isAtPageThatWasSent();
    // A router that takes over a page leaves it where it is scrolled to.
    const router = createBrowserRouter(routes, isSent ? { hydrationData: { loaderData: {} } } : {});
    const app = (
      <StrictMode>
        <App site={site} queryClient={queryClient} router={router} />
      </StrictMode>
    );
    if (!isSent) return draw(app);
    startTransition(() => {
      hydrateRoot(container, <Interactive>{app}</Interactive>);
    });
  } catch (error) {
    draw(
      <main className="page py-16">
        <ErrorState onRetry={() => globalThis.location.reload()}>
          {errorMessage(error, messages.profile.broken)}
        </ErrorState>
      </main>,
    );
  }
};

const workOffline = (): void => {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (hasDownloads())
    import('#web/features/classroom/offline/offline-lectures.ts')
      .then(({ beginDownloads }) => beginDownloads())
      .catch(() => undefined);
};

if (!CSS.supports('selector(:has(a))'))
  import('./has-selector.ts').then(({ replaceHas }) => replaceHas()).catch(() => undefined);

// After everything that the page needs.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  if (document.readyState === 'complete') workOffline();
  else addEventListener('load', workOffline);

// The browser responds between evaluating the program and starting it.
await new Promise((resolve) => setTimeout(resolve));
await start();
