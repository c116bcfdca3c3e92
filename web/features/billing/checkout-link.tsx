import type { ReactNode } from 'react';
import { LinkButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { newcomer } from '#web/app/session/guard.tsx';
import { tabStorage } from '#web/api/browser-storage.ts';
import { type OwnRequest, useWaitingRequest } from './ways/ways-queries.ts';

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
    Waiting for the school
  </LinkButton>
);

/** Leads from a course to the checkout, or to the payment for it that the school looks for. */
export const CheckoutLink = ({ courseId, planId, batchId, ...rest }: CheckoutLinkProps) => {
  const waiting = useWaitingRequest(courseId);
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

const KEY = 'lectern.wantedCourse';

/** Remembers, in this tab, the course whose page led to the checkout: the addresses of the checkout stay as they are. */
export const rememberWantedCourse = (courseId: string): void => {
  // Where storage is off, the success page leads home only.
  tabStorage.setItem(KEY, courseId);
};

export const wantedCourse = (): string | undefined => tabStorage.getItem(KEY) ?? undefined;
