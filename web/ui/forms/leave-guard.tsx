import { useBlocker } from 'react-router';
import { DiscardDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useEffect } from 'react';

interface LeaveGuardProps {
  isDirty: boolean;
  /** Another query of the same address shows another form. */
  isOfQuery?: boolean;
}

function ActiveGuard({ isOfQuery }: { isOfQuery: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: { pathname, search }, nextLocation: next }) =>
      pathname !== next.pathname || (isOfQuery && search !== next.search),
  );
  useLeaveWarning(true);
  return (
    <DiscardDialog
      isOpen={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  );
}

/**
 * Asks before changes are lost with their page: in a dialog within the site, in the browser's own where it is closed. A
 * page may have several forms: only those with changes are guarded, because the router asks one guard for all.
 */
export const LeaveGuard = ({ isDirty, isOfQuery = false }: LeaveGuardProps) =>
  isDirty && <ActiveGuard isOfQuery={isOfQuery} />;

/** Lets the browser ask before the page is closed or reloaded. */
export const useLeaveWarning = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
};
