import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/accounts/accounts.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
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
  hasAccess(session) || Boolean(session?.user.subscription.access_until) || session?.user.hasCourses === true;

/** Whether the user is an author of courses. */
export const mayUpload = (session: Session | undefined): boolean =>
  session !== undefined && (session.role === 'ADMIN' || session.user.teaches);

/** The next user of this browser gets no notices of the one who logs out. */
const forgetThisBrowser = async (): Promise<void> => {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  // Refused where site data is blocked.
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    const subscription = await worker?.pushManager.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    return;
  }
};

export function useLogout() {
  const navigate = useNavigate();
  return useAction<void, ResponseOf<'GET /user/logout'>>({
    run: async () => {
      await forgetThisBrowser();
      return call('GET /user/logout');
    },
    messages: messages.logout,
    onSuccess: async () => {
      sessionStore.logOut();
      await navigate(pathTo('home'));
    },
  });
}

/** Fetches the user again and updates the session; the token stays. */
export const refreshUser = async (): Promise<User> => {
  const { user } = await call('GET /user/me');
  sessionStore.refresh(user);
  return user;
};
