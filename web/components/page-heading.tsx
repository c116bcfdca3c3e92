import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSite } from '#web/components/site.tsx';

/**
 * Remembers where a person is. The first path takes no focus; each later one takes it on arrival, and again when the
 * heading that had it was replaced, as when a skeleton becomes the page.
 */
export const createArrival = (firstPath: string) => {
  let current = firstPath;
  let hasTakenFocus = false;
  return {
    takesFocus: (path: string): boolean => {
      const isNew = path !== current;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      current = path;
      hasTakenFocus ||= isNew;
      return isNew || (hasTakenFocus && isLost);
    },
  };
};

const ArrivalContext = createContext<ReturnType<typeof createArrival> | undefined>(undefined);

export const ArrivalProvider = ArrivalContext.Provider;

interface PageHeadingProps {
  children: ReactNode;
  /** The page's title in the browser, where it differs from the heading. */
  title?: string;
  className?: string;
}

/**
 * The h1 of a page. It names the page in the browser, and takes the focus when a person arrives from another page, so
 * that keyboards and screen readers start there. Each page has exactly one.
 */
export function PageHeading({ children, title, className = 'text-page' }: PageHeadingProps) {
  const { brandName } = useSite();
  const { pathname } = useLocation();
  const arrival = use(ArrivalContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const name = title ?? (typeof children === 'string' ? children : '');

  useEffect(() => {
    document.title = name ? `${name} · ${brandName}` : brandName;
  }, [name, brandName]);

  useEffect(() => {
    if (arrival?.takesFocus(pathname)) heading.current?.focus({ preventScroll: true });
  }, [arrival, pathname]);

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
