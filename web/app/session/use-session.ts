import { useSyncExternalStore } from 'react';
import { type Session, sessionStore } from './session.ts';

const nobody = (): Session | undefined => undefined;

/** Undefined for a visitor, and on the server. */
export const useSession = (): Session | undefined =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.get, nobody);

/** Whether the user has access, as far as the browser knows; the server decides at every request. */
export const hasAccess = (session: Session | undefined): boolean =>
  session !== undefined && (session.role === 'ADMIN' || session.user.subscription.status === 'active');

/** Whether the user has something to learn: also when the access that was bought has ended. */
export const isLearner = (session: Session | undefined): boolean =>
  hasAccess(session) || Boolean(session?.user.subscription.access_until);
