import { formatMoney } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';

interface PriceProps {
  /** By default, the price of the bundle. */
  amountInPaise?: number;
  className?: string;
}

/** A large amount with a smaller currency symbol. */
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
