import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';

/** The order of those who log in or sign up to buy, which other visitors of these pages do not load. */
const order = () => import('./order-summary.tsx');
const Summary = lazy(async () => ({ default: (await order()).OrderSummary }));
const ToSignUp = lazy(async () => ({ default: (await order()).SignupLead }));
const ToSubscribe = lazy(async () => ({ default: (await order()).SubscribeLead }));

export const OrderSummary = ({ checkout }: { checkout: string }) => (
  <Suspense fallback={<Skeleton className="mb-7 h-32" />}>
    <Summary checkout={checkout} />
  </Suspense>
);

export const SignupLead = ({ checkout }: { checkout: string }) => (
  <Suspense fallback={<>&nbsp;</>}>
    <ToSignUp checkout={checkout} />
  </Suspense>
);

export const SubscribeLead = ({ checkout }: { checkout: string }) => (
  <Suspense fallback={<>&nbsp;</>}>
    <ToSubscribe checkout={checkout} />
  </Suspense>
);
