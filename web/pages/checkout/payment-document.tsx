import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { PageSkeleton } from '#web/components/skeletons.tsx';

/**
 * The payment provider may be reached only from a document that was loaded as /checkout: its content policy is wider.
 * Arriving from another page of the site therefore loads the address once more. The server marks its documents.
 */
export function PaymentDocument() {
  const mustReload = document.documentElement.dataset['paymentWindow'] === 'closed';
  useEffect(() => {
    if (mustReload) globalThis.location.reload();
  }, [mustReload]);
  return mustReload ? <PageSkeleton /> : <Outlet />;
}
