import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { pageRows } from '../../e2e/page-rows.ts';
import { routes } from './routes.tsx';

const pathsOf = (found: readonly RouteObject[]): string[] =>
  found.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)]);

test('the table of who may open which page names exactly the routes that the router has', () => {
  const named = new Set(pageRows.map(([path]) => path));
  expect([...named].toSorted()).toEqual(pathsOf(routes).toSorted());
});
