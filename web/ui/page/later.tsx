import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';

/** Between two queries of which the second waits for the first. */
const BETWEEN_QUERIES_MS = 100;

/** Resolves once the pictures that the page asked for first have arrived. */
const picturesArrive = async (): Promise<void> => {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=image]')];
  await Promise.all(
    links.map(({ href }) => {
      const picture = new Image();
      picture.src = href;
      return picture.decode().catch(() => undefined);
    }),
  );
};

/** Only the first page comes over an empty cache. */
let hasSettled = false;

const useHasSettled = (): boolean => {
  const isFetching = useIsFetching() > 0;
  const [isSettled, setSettled] = useState(hasSettled);
  useEffect(() => {
    if (isSettled || isFetching) return undefined;
    let isLeft = false;
    const timer = setTimeout(async () => {
      await picturesArrive();
      hasSettled = true;
      if (!isLeft) setSettled(true);
    }, BETWEEN_QUERIES_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [isFetching, isSettled]);
  return isSettled;
};

interface LaterProps {
  /** In its place until then. */
  fallback?: ReactNode;
  /** It was asked for before. */
  isAskedFor?: boolean;
  children: ReactNode;
}

/** A part that nobody misses before the page shows what it was opened for: its code comes after the first data and pictures. */
export const Later = ({ fallback, isAskedFor = false, children }: LaterProps) => {
  const isDrawn = useHasSettled() || isAskedFor;
  return isDrawn ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
};
