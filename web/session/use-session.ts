import { useSyncExternalStore } from 'react';
import { type Session, sessionStore } from '#web/session/session.ts';

const nobody = (): Session | undefined => undefined;

/** The session, or nothing for a visitor. A page rendered on the server is a visitor's page. */
export const useSession = (): Session | undefined =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.get, nobody);

/** Whether this person may watch, as far as the browser knows; the server decides at every request. */
export const mayWatch = (session: Session | undefined): boolean =>
  session !== undefined && (session.role === 'ADMIN' || session.user.subscription.status === 'active');
