import { formatMoney } from './format.ts';
import { useSite } from '#web/ui/page/site.tsx';

/** An amount in the display face, whose ₹ would touch the first figure. */
export function Amount({ paise }: { paise: number }) {
  const { currencySymbol } = useSite();
  return (
    <>
      <span className="me-[0.06em]">{currencySymbol}</span>
      {formatMoney(paise, '')}
    </>
  );
}
