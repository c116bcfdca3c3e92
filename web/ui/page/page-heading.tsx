import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { textOf, useLanguage } from '#web/ui/language/language.tsx';
import { useSite } from './site.tsx';

/**
 * Decides when a heading takes the focus: not on the first page, but on each later one, and again when the
 * focused heading was replaced, as when a skeleton becomes the page.
 */
export const createHeadingFocus = (firstPath: string) => {
  let current = firstPath;
  let hasTakenFocus = false;
  return {
    hasLeftFirst: (path: string): boolean => path !== firstPath,
    takesFocus: (path: string): boolean => {
      const isNew = path !== current;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      current = path;
      hasTakenFocus ||= isNew;
      return isNew || (hasTakenFocus && isLost);
    },
  };
};

const HeadingFocusContext = createContext<ReturnType<typeof createHeadingFocus> | undefined>(undefined);

export const HeadingFocusProvider = HeadingFocusContext.Provider;

/** On the server, where there is no document: receives the title of the page, and its description for search engines. */
const HeadContext = createContext<((title: string, description: string | undefined) => void) | undefined>(undefined);

export const HeadProvider = HeadContext.Provider;

interface PageHeadingProps {
  children: ReactNode;
  /** The document title, where it differs from the heading. */
  title?: string;
  /** The description for search engines; pages without one are not indexed. */
  description?: string | undefined;
  className?: string;
}

/**
 * The h1 of a page, exactly one per page. It sets the document title, and takes the focus on navigation, so that
 * keyboards and screen readers start there.
 */
export function PageHeading({ children, title, description, className = 'text-page' }: PageHeadingProps) {
  const { brandName } = useSite();
  const language = useLanguage();
  const { pathname } = useLocation();
  const headingFocus = use(HeadingFocusContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const name = title ?? textOf(children, language);
  const fullTitle = name ? `${name} · ${brandName}` : brandName;
  use(HeadContext)?.(fullTitle, description);

  useEffect(() => {
    document.title = fullTitle;
  }, [fullTitle]);

  useEffect(() => {
    // The canonical link in the head is of the first page, and browsers share its address.
    if (headingFocus?.hasLeftFirst(pathname) === true)
      for (const link of document.querySelectorAll('link[data-of-page]')) link.remove();
  }, [headingFocus, pathname]);

  useEffect(() => {
    if (headingFocus?.takesFocus(pathname)) heading.current?.focus({ preventScroll: true });
  }, [headingFocus, pathname]);

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

/**
 * Whether a navigation away from the location with this key has started or finished. It reads the router directly,
 * because React may render a navigation later.
 */
type HasLeft = (locationKey: string) => boolean;

const HasLeftContext = createContext<HasLeft>(() => false);

export const HasLeftProvider = HasLeftContext.Provider;

export const useHasLeft = (): HasLeft => use(HasLeftContext);
