import { useState } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import type { Role } from '#contract/values.ts';
import { sessionStore } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';

/** Lets the allowed roles through; others who are signed in see that they may not, visitors are led to sign in. */
export function Guard({ allow }: { allow: readonly Role[] }) {
  const session = useSession();
  const [wasSignedIn] = useState(session !== undefined);
  const { pathname, search } = useLocation();
  // Who logs out on this page wants to leave it, not to sign in for it.
  if (!session && wasSignedIn && sessionStore.hasLoggedOut()) return <Navigate to="/" replace />;
  if (!session) return <Navigate to="/login" replace state={{ returnTo: pathname + search }} />;
  return allow.includes(session.role) ? <Outlet /> : <Navigate to="/denied" replace />;
}

/** For the forms that sign in and sign up: who is signed in goes on to where they wanted to be. */
export function GuestsOnly() {
  const session = useSession();
  const returnTo = useReturnTo();
  return session ? <Navigate to={returnTo} replace /> : <Outlet />;
}

/** Pages about one course carry it as ?course=ID; without one they lead to the list. */
export function NeedsCourse() {
  const [search] = useSearchParams();
  return search.get('course') ? <Outlet /> : <Navigate to="/courses" replace />;
}

/** The course of the address, on pages below NeedsCourse. */
export const useCourseId = (): string => {
  const [search] = useSearchParams();
  return search.get('course') ?? '';
};

/** Where to go after signing in: the page that asked for it, or home. Only paths of this site count. */
export const useReturnTo = (): string => {
  const state: unknown = useLocation().state;
  const wanted = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
};
