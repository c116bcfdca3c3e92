import type { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { PageProgram, PageRequest, RenderedPage } from '#contract/page-program.ts';
import { pathPrefix } from '#contract/school/language-paths.ts';
import { connect as connectClient } from '#web/api/connection.ts';
import { createQueryClient } from '#web/api/query.ts';
import { Providers } from '#web/app/app.tsx';
import { HeadProvider } from '#web/ui/page/page-heading.tsx';
import { wholeLanguage } from '#web/app/open-language.ts';
import type { Language } from '#contract/languages/language.ts';
import { publicRoutes } from '#web/app/public-routes.tsx';
import { courseListQuery } from '#web/api/course-queries.ts';
import { filterOf, pageInstead, requestOf } from '#web/features/catalog/course-list/use-course-filter.ts';
import { headOf } from './page-head.ts';

/** Parts that load on their own stand where they belong, however long the page is. */
const IN_ONE_PIECE = { progressiveChunkSize: Number.POSITIVE_INFINITY };
/** The browser draws a page that takes longer. */
const DRAW_TIMEOUT_MS = 10_000;

/** A page that requests more each time it is drawn is a mistake. */
const MAX_PASSES = 5;

/** Of each beginning of addresses: languages have their own. */
const handlers = new Map<string, ReturnType<typeof createStaticHandler>>();
const handlerOf = (basename: string): ReturnType<typeof createStaticHandler> => {
  const handler = handlers.get(basename) ?? createStaticHandler(publicRoutes, { basename });
  handlers.set(basename, handler);
  return handler;
};

const languages = new Map<string, Promise<Language>>();
const languageOf = ({ language: code, ownWords }: PageRequest): Promise<Language> => {
  // Pages are cached, and the words of a school change.
  if (ownWords) return wholeLanguage(code, ownWords);
  const language = languages.get(code) ?? wholeLanguage(code);
  languages.set(code, language);
  return language;
};

const isEnabled = (options: object): boolean => !('enabled' in options) || options.enabled !== false;

/** Fetches the queries of the page while it was drawn, except responses that are never cached. Returns whether there was anything. */
const fetchMissing = async (queryClient: QueryClient): Promise<boolean> => {
  const missing = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.status === 'pending' && options.gcTime !== 0 && isEnabled(options));
  await Promise.all(missing.map((one) => one.fetch()));
  return missing.length > 0;
};

const dataOf = (queryClient: QueryClient): RenderedPage['data'] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }): RenderedPage['data'] => (state.data === undefined ? [] : [[queryKey, state.data]]));

export const connect: PageProgram['connect'] = (fetchApi) =>
  connectClient({ readToken: () => undefined, onRefused: () => undefined, send: ({ url }) => fetchApi(url) });

/**
 * Draws a page as every visitor sees it, again and again until all its data is there. Throws when some of it cannot be fetched or
 * drawn, or takes too long.
 */
export const render: PageProgram['render'] = async (request) => {
  const { address, site } = request;
  const prefix = pathPrefix(request.language, site.language);
  const { query, dataRoutes } = handlerOf(prefix || '/');
  const language = await languageOf(request);
  const context = await query(new Request(new URL(prefix + address, 'http://pages.invalid')));
  if (context instanceof Response) throw new Error(`${address} redirects while it loads`);
  const router = createStaticRouter(dataRoutes, context);
  const queryClient = createQueryClient();
  let title = site.brandName;
  let description: string | undefined;
  const draw = async (): Promise<string> => {
    const failures: unknown[] = [];
    const { prelude } = await prerender(
      <HeadProvider value={(...found) => ([title, description] = found)}>
        <Providers site={site} language={language} queryClient={queryClient}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Providers>
      </HeadProvider>,
      {
        ...IN_ONE_PIECE,
        signal: AbortSignal.timeout(DRAW_TIMEOUT_MS),
        onError: (error) => void failures.push(error),
      },
    );
    if (failures.length > 0) throw new Error(`${address} has a part that cannot be drawn`, { cause: failures[0] });
    return new Response(prelude).text();
  };
  let body = await draw();
  for (let pass = 1; await fetchMissing(queryClient); pass += 1) {
    if (pass === MAX_PASSES) throw new Error(`${address} still asks for data after ${pass} passes`);
    body = await draw();
  }
  const head = headOf({ request, language, route: context.matches.at(-1)?.route.path, description, queryClient });
  return { title, movedTo: movedTo(address, queryClient), head, body, data: dataOf(queryClient) };
};

/** The address to redirect to; undefined if the rendered one has a page. */
export const movedTo = (address: string, queryClient: QueryClient): string | undefined => {
  const filter = filterOf(new URL(address, 'http://pages.invalid').searchParams);
  const list = queryClient.getQueryData(courseListQuery(requestOf(filter)).queryKey);
  return list && pageInstead(filter, list);
};
