import { CircleX } from 'lucide-react';
import { useLocation } from 'react-router';
import { LinkButton } from '#web/components/button.tsx';
import { Outcome } from '#web/pages/checkout/outcome.tsx';

/** What the bank or the payment window said, when it said something. */
const reasonIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'reason' in state && typeof state.reason === 'string'
    ? state.reason
    : undefined;

export function Component() {
  const reason = reasonIn(useLocation().state);
  return (
    <Outcome
      icon={<CircleX size={64} className="text-error" aria-hidden="true" />}
      heading="Payment Failed"
      action={
        <LinkButton to="/checkout" size="large">
          Try again
        </LinkButton>
      }
    >
      <p>Oops! Your payment failed</p>
      {reason && <p className="mt-2 text-base">{reason}</p>}
    </Outcome>
  );
}
