import { Trans, useLingui } from '@lingui/react/macro';
import { CircleX } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { messages } from '#contract/messages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Outcome } from './outcome.tsx';
import { orderIn } from './checkout-queries.ts';
import { Said } from '#web/ui/language/language.tsx';

/** The reason from the bank or the payment window, whether the buyer may have been charged anyway, and the order. */
const readState = (state: unknown): { reason?: string; mayBePaid: boolean; search: string } => {
  if (typeof state !== 'object' || state === null) return { mayBePaid: false, search: '' };
  return {
    search: 'search' in state && typeof state.search === 'string' ? state.search : '',
    ...('reason' in state && typeof state.reason === 'string' ? { reason: state.reason } : {}),
    mayBePaid: 'mayBePaid' in state && state.mayBePaid === true,
  };
};

export function Component() {
  const { state }: { state: unknown } = useLocation();
  const { t } = useLingui();
  const { reason, mayBePaid, search } = readState(state);
  return (
    <Outcome
      icon={<CircleX size={64} className="text-error" aria-hidden="true" />}
      heading={t`Payment Failed`}
      action={
        <LinkButton to={{ pathname: pathTo('checkout'), search }} state={orderIn(state)} size="large">
          <Trans>Try again</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>Oops! Your payment failed</Trans>
      </p>
      {reason && (
        <p className="mt-2 text-base">
          <Said>{reason}</Said>
        </p>
      )}
      {mayBePaid && (
        <p className="mt-4 text-base text-base-content">
          <Said>{messages.payment.mayBePaid}</Said>{' '}
          <Link to={pathTo('profile')} className="font-semibold underline underline-offset-3">
            <Trans>Go to your profile</Trans>
          </Link>
        </p>
      )}
    </Outcome>
  );
}
