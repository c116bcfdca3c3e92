import { formatDay, formatMoney } from '#contract/format.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { isForLife } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type Payment = ResponseOf<'POST /admin/people/:userId/payments'>['payment'];

interface OpensSentenceProps {
  payment: Payment;
  planName: string;
  isGift?: boolean;
}

/** "Yearly bundle opens from 28 November 2026 until 28 November 2027. The receipt is for ₹449." */
export function OpensSentence({ payment, planName, isGift = false }: OpensSentenceProps) {
  const { timeZone, currencySymbol } = useSite();
  const { accessFrom, accessUntil, amountInPaise, excessInPaise } = payment;
  const until = isForLife(accessUntil) ? ', for life' : accessUntil && ` until ${formatDay(accessUntil, timeZone)}`;
  return (
    <span>
      {isGift && 'The gift is sent.'}
      {!isGift &&
        (accessFrom === null
          ? 'It gives no access.'
          : `${planName} opens from ${formatDay(accessFrom, timeZone)}${until ?? ''}.`)}{' '}
      The receipt is for {formatMoney(amountInPaise, currencySymbol)}.
      {excessInPaise > 0 && ` ${formatMoney(excessInPaise, currencySymbol)} more than the price came: pay that back.`}
    </span>
  );
}
