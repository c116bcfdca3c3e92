import { lazy, type ReactNode } from 'react';

/**
 * A part of a page that is loaded when it is shown, and without which the page still works: where it cannot be loaded, such as
 * without a connection, there is `Instead` in its place, or nothing. Parts that people came for use `lazy`, whose page says
 * that it failed.
 */
export const lazyPart = <Props extends object = object>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
  Instead: (props: Props) => ReactNode = () => null,
) => lazy(async () => load().catch(() => ({ default: Instead })));
