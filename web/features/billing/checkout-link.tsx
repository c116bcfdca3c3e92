import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { LinkButton } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { pathTo } from '#web/app/path-to.ts';
import { newcomer } from '#web/app/session/guard.tsx';
import { rememberWantedCourse } from './wanted-course.ts';
import { usePausedParts } from './parts/parts-queries.ts';
import { type OwnRequest, useWaitingRequest } from './ways/ways-queries.ts';

/** Few buyers pay in parts. */
const PayLink = lazyPart(async () => ({ default: (await import('./parts/pay-link.tsx')).PayLink }));

interface CheckoutLinkProps {
  /** Can be watched at once after the purchase. */
  courseId: string;
  /** The default one needs no name. */
  planId?: string | undefined;
  /** The batch that is bought with it. */
  batchId?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** In the place of a button to buy, while the school looks for the payment. */
export const WaitingLink = ({ request, className }: { request: OwnRequest; className?: string | undefined }) => (
  <LinkButton className={className} to={pathTo('paymentRequest', { requestId: request._id })} tone="quiet" size="large">
    <Trans>Waiting for the school</Trans>
  </LinkButton>
);

/** Leads from a course to the checkout, to the part that is overdue, or to the payment for it that the school looks for. */
export const CheckoutLink = ({ courseId, planId, batchId, ...rest }: CheckoutLinkProps) => {
  const waiting = useWaitingRequest(courseId);
  const paused = usePausedParts(courseId);
  if (paused && !waiting)
    return (
      <Suspense fallback={null}>
        <PayLink purchase={paused} courseId={courseId} isLarge {...(rest.className && { className: rest.className })} />
      </Suspense>
    );
  return waiting ? (
    <WaitingLink request={waiting} className={rest.className} />
  ) : (
    <LinkButton
      {...rest}
      to={pathTo('checkout', { plan: planId, batch: batchId })}
      state={newcomer}
      tone="buy"
      size="large"
      onClick={() => rememberWantedCourse(courseId)}
    />
  );
};
