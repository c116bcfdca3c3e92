import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the current link of a row of links, which may be wider than the window, to its middle. The page stays where it is. */
export const useCurrentLink = <Row extends HTMLElement>(current: string): RefObject<Row | null> => {
  const row = useRef<Row>(null);
  const shown = useRef<string>(undefined);
  // The row may be drawn later than the page.
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current="page"]');
    if (!row.current || !link || shown.current === current) return;
    shown.current = current;
    const [outer, inner] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()];
    row.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  });
  return row;
};
