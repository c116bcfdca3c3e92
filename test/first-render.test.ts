import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import path from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { pageList } from '#contract/pages.ts';
import { routes } from '#web/app/routes.tsx';
import { allFiles } from './source-files.ts';
import { publicPages, visitorsPages } from './public-pages.ts';

const drawn = async (address: string, facts = site): Promise<string> => {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://school.example${address}`));
  if (context instanceof Response) throw new Error(`${address} redirects while it loads`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const page = createElement(StaticRouterProvider, { router, context, hydrate: false });
  const withQueries = createElement(QueryClientProvider, { client: new QueryClient() }, page);
  return renderToString(createElement(SiteProvider, { value: facts }, withQueries));
};

test('the test runs without a browser', () => {
  expect([typeof window, typeof document]).toEqual(['undefined', 'undefined']);
});

const modules = allFiles().filter(
  (file) => /^web\/(?!app\/(?:main\.|service-worker\/)).*(?<!\.d)\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

test('no module of the pages uses the browser while it loads', async () => {
  expect(modules.length).toBeGreaterThan(50);
  for (const file of modules) await import(/* @vite-ignore */ path.resolve(import.meta.dirname, '..', file));
});

const pathsIn = (children: RouteObject[]): string[] =>
  children.flatMap((route) => [...(route.path === undefined ? [] : [route.path]), ...pathsIn(route.children ?? [])]);

test('the pages have a route for each address that the server knows, and no other', () => {
  const known = pageList.map(({ path }) => path);
  expect(pathsIn(routes).toSorted()).toEqual([...known, '*'].toSorted());
});

const drawnPages: [path: string, words: string][] = [
  ...[...publicPages, ...visitorsPages].map(([path, , words]): [string, string] => [path, words]),
  ['/courses/description?course=6a1', ''],
  ['/reset-password/abc', 'Update Password'],
  ['/setup/abc', ''],
  ['/denied', 'Access Denied'],
  ['/nowhere', 'Page Not Found'],
];

test.each(drawnPages)('%s renders without a browser', async (address, text) => {
  const html = (await drawn(address)).replaceAll('<!-- -->', '');
  expect(html).toContain('All rights reserved');
  expect(html).toContain(text);
});

test('the home page promises what the plan on sale holds', async () => {
  // React marks where one text ends and the next begins.
  const band = (html: string): string =>
    /One bundle, the whole library.*?Terms applied/.exec(html.replaceAll('<!-- -->', ''))?.[0] ?? '';
  expect(band(await drawn('/'))).toContain(
    'Buy it once and watch any lecture for a year. If it is not for you, cancel within 7 days of purchase and get a 100% refund.',
  );
  const plans = site.plans.map((plan) => ({ ...plan, term: { unit: 'month', count: 1 } as const, refundDays: 0 }));
  const monthly = band(await drawn('/', { ...site, plans: plans.map((plan) => ({ ...plan, isRenewing: true })) }));
  expect(monthly).toContain('Subscribe and watch any lecture for a month.');
  expect(monthly).not.toContain('refund');
});
