import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from '#web/components/discard-dialog.tsx';

interface LeaveGuardProps {
  isDirty: boolean;
  /** Another query of the same address shows another form. */
  isOfQuery?: boolean;
}

/** Asks before changes are lost with their page: in a dialog within the site, in the browser's own where it is closed. */
export function LeaveGuard({ isDirty, isOfQuery = false }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: { pathname, search }, nextLocation: next }) =>
      isDirty && (pathname !== next.pathname || (isOfQuery && search !== next.search)),
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    <DiscardDialog
      isOpen={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  );
}
