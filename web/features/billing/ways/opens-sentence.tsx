import { useLingui } from '@lingui/react/macro';
import { formatDay, formatMoney } from '#contract/format.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { isForLife } from '#web/features/billing/plan-terms.tsx';
import { useLocale } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type Payment = ResponseOf<'POST /admin/people/:userId/payments'>['payment'];

interface OpensSentenceProps {
  payment: Payment;
  planName: string;
  isGift?: boolean;
}

/** "Yearly bundle opens from 28 November 2026 until 28 November 2027. The receipt is for ₹449." */
export function OpensSentence({ payment, planName, isGift = false }: OpensSentenceProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone, currencySymbol } = useSite();
  const { accessFrom, accessUntil, amountInPaise, excessInPaise } = payment;
  const opens = (): string => {
    if (accessFrom === null) return t`It gives no access.`;
    const from = formatDay(accessFrom, timeZone, locale);
    if (isForLife(accessUntil)) return t`${planName} opens from ${from}, for life.`;
    return accessUntil === null
      ? t`${planName} opens from ${from}.`
      : t`${planName} opens from ${from} until ${formatDay(accessUntil, timeZone, locale)}.`;
  };
  return (
    <span>
      {isGift ? t`The gift is sent.` : opens()} {t`The receipt is for ${formatMoney(amountInPaise, currencySymbol)}.`}
      {excessInPaise > 0 &&
        ` ${t`${formatMoney(excessInPaise, currencySymbol)} more than the price came: pay that back.`}`}
    </span>
  );
}
