import { Trans } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import type { OwnRequest } from './ways-queries.ts';

/** In the place of what would be bought a second time. */
export const WaitingNote = ({ request, className = '' }: { request: OwnRequest; className?: string }) => {
  const { brandName, currencySymbol } = useSite();
  return (
    <div className={className}>
      <output className="mb-4 flex items-start gap-3 font-semibold">
        <Clock size={20} className="mt-1 shrink-0 text-warning" aria-hidden="true" />
        <Trans>
          {brandName} is checking your payment of{' '}
          {{ amount: formatMoney(request.statedInPaise ?? request.amountInPaise, currencySymbol) }}
        </Trans>
      </output>
      <LinkButton to={pathTo('paymentRequest', { requestId: request._id })} size="large" className="w-full">
        <Trans>See your payment</Trans>
      </LinkButton>
    </div>
  );
};
