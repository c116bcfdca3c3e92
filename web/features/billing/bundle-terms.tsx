import type { Plan } from '#contract/plans.ts';
import { formatMoney } from '#web/ui/text/format.ts';
import { eachOf, lengthOf } from './plan-words.ts';
import { useSite } from '#web/ui/page/site.tsx';

interface BundleTermsProps {
  plan: Plan;
  className: string;
}

/** The terms behind "Terms applied". */
export const BundleTerms = ({ plan, className }: BundleTermsProps) => {
  const { currencySymbol } = useSite();
  const { priceInPaise, term, isRenewing, refundDays } = plan;
  const renewable =
    term.unit === 'year' ? 'Renew in the last 30 days without a gap.' : 'Renew near the end without a gap.';
  return (
    <ul className={`list-disc space-y-1 ps-5 ${className}`}>
      <li>
        {formatMoney(priceInPaise, currencySymbol)} is the full price, including all taxes.{' '}
        {isRenewing
          ? `The bundle renews ${eachOf(term)} at this price until you turn off renewal in your profile.`
          : 'You pay once. It does not renew automatically.'}
      </li>
      <li>
        {term.unit === 'lifetime'
          ? 'Access has no end date.'
          : `Access lasts for ${lengthOf(term)} from the payment. ${renewable}`}
      </li>
      {refundDays > 0 && (
        <li>
          You can cancel in your profile for {lengthOf({ unit: 'day', count: refundDays })} after the day of payment.
          The full price is refunded to your original payment method, and access ends.
        </li>
      )}
      <li>Refunds start immediately. Banks usually take 5 to 7 working days to show them.</li>
    </ul>
  );
};
