import { formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';

interface PriceProps {
  /** The bundle's price when nothing is said. */
  amountInPaise?: number;
  className?: string;
}

/** An amount in large figures, with the school's currency symbol as a smaller one. */
export function Price({ amountInPaise, className = 'text-5xl' }: PriceProps) {
  const { currencySymbol, priceInPaise } = useSite();
  return (
    <span
      className={`font-display inline-flex items-start pt-2 leading-none font-medium whitespace-nowrap ${className}`}
    >
      <span className="me-[0.06em] mt-[0.1em] text-[0.6em]">{currencySymbol}</span>
      {formatMoney(amountInPaise ?? priceInPaise, '')}
    </span>
  );
}
