import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { PageSkeleton } from '#web/ui/page/query-boundary.tsx';

/**
 * Only a document that was loaded as /checkout may connect to the payment provider, because its content security policy
 * allows it. Navigation from another page therefore reloads the address. The server marks its documents.
 */
export function PaymentDocument() {
  const mustReload = document.documentElement.dataset['paymentWindow'] === 'closed';
  useEffect(() => {
    if (mustReload) globalThis.location.reload();
  }, [mustReload]);
  return mustReload ? <PageSkeleton /> : <Outlet />;
}
