import { Hourglass, Undo2 } from 'lucide-react';
import { formatDay, formatMoney } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { type OwnRefund, refundLabels } from './own-refunds.ts';
import { SubscriptionCardFooter } from './subscription-card-footer.tsx';

export function RefundNotice({ refund }: { refund: OwnRefund }) {
  const { currencySymbol, timeZone } = useSite();
  const { state, amountInPaise, at, bankReference } = refund;
  const { label, meaning } = refundLabels[state];
  const Icon = state === 'processed' ? Undo2 : Hourglass;
  return (
    <SubscriptionCardFooter>
      <output className="flex gap-4">
        <Icon size={20} className="mt-1 text-muted" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-semibold">
            Refund of {formatMoney(amountInPaise, currencySymbol)} {label}.
          </span>
          <span className="mt-0.5 block text-sm text-muted">{meaning}</span>
          <span className="meta num mt-1 block wrap-anywhere">
            {formatDay(at, timeZone)}
            {bankReference && ` · bank reference ${bankReference}`}
          </span>
        </span>
      </output>
    </SubscriptionCardFooter>
  );
}
