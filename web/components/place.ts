import { createContext, use } from 'react';

/**
 * Whether the person is on the way from the place with this key, or there already. Asked of the router at the moment:
 * what is drawn may be behind it, because React draws a change of page when it has time.
 */
type HasLeft = (locationKey: string) => boolean;

const HasLeftContext = createContext<HasLeft>(() => false);

export const HasLeftProvider = HasLeftContext.Provider;

export const useHasLeft = (): HasLeft => use(HasLeftContext);
