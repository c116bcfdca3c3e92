import { formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';

/** What "Terms applied" stands for. */
export const BundleTerms = ({ className }: { className: string }) => {
  const { currencySymbol, priceInPaise, renews } = useSite();
  return (
    <ul className={`list-disc space-y-1 ps-5 ${className}`}>
      <li>
        {formatMoney(priceInPaise, currencySymbol)} is the whole price, all taxes included.{' '}
        {renews
          ? 'The bundle renews each year at this price until you turn that off in your profile.'
          : 'You pay once and nothing renews by itself.'}
      </li>
      <li>Access lasts for 1 year from the payment. Bought again in its last 30 days, it goes on without a gap.</li>
      <li>
        For 7 days after the day of the payment you may cancel in your profile, and the full price goes back the way you
        paid. Access ends with the refund.
      </li>
      <li>A refund starts at once; banks take 5 to 7 working days to show it.</li>
    </ul>
  );
};
