import { createContext, use } from 'react';

/**
 * Whether a navigation away from the location with this key has started or finished. It reads the router directly,
 * because React may render a navigation later.
 */
type HasLeft = (locationKey: string) => boolean;

const HasLeftContext = createContext<HasLeft>(() => false);

export const HasLeftProvider = HasLeftContext.Provider;

export const useHasLeft = (): HasLeft => use(HasLeftContext);
