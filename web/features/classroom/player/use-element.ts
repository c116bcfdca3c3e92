import { startTransition, useCallback, useState } from 'react';

/** An element, and its ref. What depends on the element is drawn in slices, between which the page responds. */
export const useElement = <E extends Element>() => {
  const [element, setElement] = useState<E | null>(null);
  const ref = useCallback((next: E | null) => startTransition(() => setElement(next)), []);
  return [element, ref] as const;
};
