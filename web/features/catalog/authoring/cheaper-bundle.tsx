import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { formatMoney } from '#contract/format.ts';
import { parseRupees } from '#web/features/billing/plans/rupee-input.ts';
import { useSite } from '#web/ui/page/site.tsx';
import type { Price } from './price-draft.ts';
import { useTermWords } from '#web/ui/language/term-words.ts';

/** A bundle that opens the course too, and costs less: shown as a warning. */
export function Cheaper({ amount, price, title }: { amount: string; price: Price; title: string }) {
  const { span } = useTermWords();
  const { currencySymbol } = useSite();
  const own = parseRupees(amount);
  const cheaper = price.bundles.find(({ priceInPaise }) => own !== undefined && priceInPaise < own);
  if (!cheaper) return null;
  return (
    <div className="flex gap-3 rounded-box bg-warning/12 p-4 text-sm" role="note">
      <TriangleAlert size={20} className="mt-0.5 shrink-0 text-warning" aria-hidden="true" />
      <div>
        <p className="font-semibold">
          <Trans>
            {cheaper.name} is cheaper: {formatMoney(cheaper.priceInPaise, currencySymbol)}{' '}
            {{ span: span(cheaper.term) }}
          </Trans>
        </p>
        <p>
          <Trans>
            It opens this course too. You can leave it so, or say on the course’s page why {title} alone is worth more.
          </Trans>
        </p>
      </div>
    </div>
  );
}
