import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter, matchRoutes } from 'react-router';
import { messages } from '#contract/messages.ts';
import { directionOf, pathPrefix, splitPath } from '#contract/school/language-paths.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { readIn, watchConnection } from '#web/api/connection.ts';
import { readOwnWords, readSiteFacts, receivePageData } from '#web/api/page-data.ts';
import { createQueryClient } from '#web/api/query.ts';
import { App, Interactive } from './app.tsx';
import { openLanguage } from './open-language.ts';
import { ErrorState } from '#web/ui/page/query-boundary.tsx';
import { routes } from './routes.tsx';
import { hasDownloads, hasUnsent } from '#web/app/session/downloads.ts';
import { openSession } from '#web/app/session/open-session.ts';
import '#web/styles/app.css';

/** Loads the code of the page that was sent, before there is a router that would draw something else meanwhile. */
const loadCode = async (basename: string): Promise<void> => {
  for (const { route } of matchRoutes(routes, location, basename) ?? [])
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
};

/** False after Back or Forward before the program ran: the router then draws another page than the one that was sent. */
const isAtPageThatWasSent = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return true;
  const { pathname, search } = new URL(loaded.name);
  return pathname === location.pathname && search === location.search;
};

/** Says below the page that its program died, also in words for browsers that are too old. */
const tellOfDeath = (how: 'kept' | 'replaced'): void =>
  void dispatchEvent(new CustomEvent('program-died', { detail: how }));

/** Takes over the page that was sent. Should the program die on it, the page is put back as it was. */
const takeOver = (container: Element, app: ReactNode, isStillOpen: () => boolean): void => {
  const sent = container.innerHTML;
  let isPutBack = false;
  const onError = (error: unknown): void => {
    reportError(error);
    if (isPutBack || !isStillOpen()) return;
    isPutBack = true;
    // React has yet to finish what it does.
    setTimeout(() => {
      root.unmount();
      container.innerHTML = sent;
      tellOfDeath('kept');
    });
  };
  const options = { onCaughtError: onError, onUncaughtError: onError };
  const root = hydrateRoot(container, <Interactive>{app}</Interactive>, options);
};

const draw = (container: Element, page: ReactNode): void => {
  const onCaughtError = (error: unknown): void => {
    reportError(error);
    tellOfDeath('replaced');
  };
  startTransition(() => createRoot(container, { onCaughtError }).render(<Interactive>{page}</Interactive>));
};

/** A part of the program that is gone after an upgrade loads the page again. The code for that comes after the page. */
const followUpgrades = (router: DataRouter): void => {
  const following = import('#web/app/load-again.ts').then(({ followUpgrades: follow }) => follow(router));
  addEventListener('vite:preloadError', ({ payload }) => {
    following.then((loadAgain) => loadAgain(payload.message)).catch(() => undefined);
  });
};

const start = async (): Promise<void> => {
  const container = document.querySelector('#root');
  if (!container) throw new Error('The page has no #root');
  const queryClient = createQueryClient();
  watchConnection();
  openSession(globalThis.window, queryClient);
  let isSent = false;
  try {
    isSent = receivePageData(document, queryClient);
    const site = await readSiteFacts(document);
    const codes = site.languages.map((one) => one.code);
    const { code } = splitPath(location.pathname, { language: site.language, codes });
    const basename = pathPrefix(code, site.language) || '/';
    const language = await openLanguage(code, readOwnWords(document, code));
    readIn(code, codes.length > 1);
    // The page for times without a connection is sent in the language of the school.
    if (document.documentElement.lang !== code)
      Object.assign(document.documentElement, { lang: code, dir: directionOf(code) });
    if (isSent) await loadCode(basename);
    const isTakenOver = isSent && isAtPageThatWasSent();
    // A router that takes over a page leaves it where it is scrolled to.
    const router = createBrowserRouter(routes, {
      basename,
      ...(isTakenOver && { hydrationData: { loaderData: {} } }),
    });
    const app = (
      <StrictMode>
        <App site={site} language={language} queryClient={queryClient} router={router} />
      </StrictMode>
    );
    const { key } = router.state.location;
    if (isTakenOver) startTransition(() => takeOver(container, app, () => router.state.location.key === key));
    else draw(container, app);
    followUpgrades(router);
  } catch (error) {
    if (isSent) return tellOfDeath('kept');
    draw(
      container,
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
  if (hasDownloads() || hasUnsent())
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
