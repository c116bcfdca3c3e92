import { formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';

/** The terms behind "Terms applied". */
export const BundleTerms = ({ className }: { className: string }) => {
  const { currencySymbol, priceInPaise, renews } = useSite();
  return (
    <ul className={`list-disc space-y-1 ps-5 ${className}`}>
      <li>
        {formatMoney(priceInPaise, currencySymbol)} is the full price, including all taxes.{' '}
        {renews
          ? 'The bundle renews each year at this price until you turn off renewal in your profile.'
          : 'You pay once. It does not renew automatically.'}
      </li>
      <li>Access lasts for 1 year from the payment. Renew in the last 30 days without a gap.</li>
      <li>
        You can cancel in your profile for 7 days after the day of payment. The full price is refunded to your original
        payment method, and access ends.
      </li>
      <li>Refunds start immediately. Banks usually take 5 to 7 working days to show them.</li>
    </ul>
  );
};
