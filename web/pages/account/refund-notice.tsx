import { Hourglass, Undo2 } from 'lucide-react';
import { formatDay, formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { CardFoot } from '#web/pages/account/card-foot.tsx';
import { type OwnRefund, refundWords } from '#web/pages/account/own-refunds.ts';

/** Where the money of a cancelled bundle is. */
export function RefundNotice({ refund }: { refund: OwnRefund }) {
  const { currencySymbol, timeZone } = useSite();
  const { state, amountInPaise, at, bankReference } = refund;
  const { word, meaning } = refundWords[state];
  const Icon = state === 'processed' ? Undo2 : Hourglass;
  return (
    <CardFoot>
      <output className="flex gap-4">
        <Icon size={20} className="mt-1 text-muted" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-semibold">
            Refund of {formatMoney(amountInPaise, currencySymbol)} {word}.
          </span>
          <span className="mt-0.5 block text-sm text-muted">{meaning}</span>
          <span className="meta num mt-1 block wrap-anywhere">
            {formatDay(at, timeZone)}
            {bankReference && ` · bank reference ${bankReference}`}
          </span>
        </span>
      </output>
    </CardFoot>
  );
}
