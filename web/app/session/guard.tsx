import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { type Location, Navigate, Outlet, useLocation, useParams, useSearchParams } from 'react-router';
import type { Role } from '#contract/fields.ts';
import { pathTo } from '#web/app/path-to.ts';
import { sessionStore } from './session.ts';
import { useSession } from './use-session.ts';

/** The state of a link whose visitors mostly have no account: the guard redirects them to sign up. */
export const newcomer = { isNewcomer: true };

/** Other roles are redirected to the 403 page, visitors to the login. */
export function Guard({ allow }: { allow: readonly Role[] }) {
  const session = useSession();
  const [wasSignedIn] = useState(session !== undefined);
  const { pathname, search, state }: Location<unknown> = useLocation();
  const isNewcomer = typeof state === 'object' && state !== null && 'isNewcomer' in state;
  // A user who logs out on this page does not want to log in for it.
  if (!session && wasSignedIn && sessionStore.hasLoggedOut()) return <Navigate to={pathTo('home')} replace />;
  if (!session)
    return <Navigate to={pathTo(isNewcomer ? 'signup' : 'login')} replace state={{ returnTo: pathname + search }} />;
  return allow.includes(session.role) ? <Outlet /> : <Navigate to={pathTo('accessDenied')} replace />;
}

const never = () => () => undefined;

/** Said before someone logs in for one page alone. */
const StorageNote = () =>
  useSyncExternalStore(never, sessionStore.isKept, () => true) ? null : (
    <p role="alert" className="page pt-6">
      <Trans>
        This browser blocks site data. You stay logged in only until you reload or close this page. To stay logged in,
        allow site data for this site.
      </Trans>
    </p>
  );

/** For login and signup: users are redirected to where they wanted to go. Nobody logged in sees the page that was sent. */
export function VisitorsOnly() {
  const session = useSession();
  const returnTo = useReturnTo();
  if (session) return <Navigate to={returnTo} replace />;
  return (
    <div className="for-visitors contents">
      <StorageNote />
      <Outlet />
    </div>
  );
}

/** For pages about the course in `?course=`; without one, redirects to the list. */
export function NeedsCourse() {
  const [search] = useSearchParams();
  return search.get('course') ? <Outlet /> : <Navigate to={pathTo('courses')} replace />;
}

/** For pages below NeedsCourse: the id of the course. Where a page has words in its address, those. */
export const useCourseId = (): string => {
  const [search] = useSearchParams();
  const { slug = '' } = useParams();
  return search.get('course') ?? slug;
};

const returnToIn = (state: unknown): string | undefined => {
  const wanted = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : undefined;
};

/** The state of links to the login and the signup, so that a visitor returns to the same course or order. */
export const useLoginState = (): { returnTo: string } | undefined => {
  const { pathname, search, state }: Location<unknown> = useLocation();
  const returnTo = returnToIn(state);
  if (returnTo !== undefined) return { returnTo };
  return new URLSearchParams(search).has('course') ? { returnTo: pathname + search } : undefined;
};

const neverChanges = () => () => undefined;

/**
 * The address of the checkout that required the login; undefined after another page. The server does not know it, so the page
 * that it sent has none either.
 */
export const useCheckoutToReturnTo = (): string | undefined => {
  const returnTo = useReturnTo();
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return isTakenOver && returnTo.split('?')[0] === pathTo('checkout') ? returnTo : undefined;
};

/** The page that required the login, or home. Only paths of this site are accepted. */
export const useReturnTo = (): string => returnToIn(useLocation().state) ?? pathTo('home');
