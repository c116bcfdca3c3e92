import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { formatMoney } from '#contract/format.ts';
import { Amount } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';

interface AmountsProps {
  expectedInPaise: number;
  statedInPaise: number;
}

/** "₹50 less", "₹1 more"; undefined where there is none. */
const useDifference = ({ expectedInPaise, statedInPaise }: AmountsProps): string | undefined => {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const difference = statedInPaise - expectedInPaise;
  if (difference === 0) return undefined;
  const amount = formatMoney(Math.abs(difference), currencySymbol);
  return difference < 0 ? t`${amount} less` : t`${amount} more`;
};

export const Difference = (amounts: AmountsProps) => {
  const difference = useDifference(amounts);
  return difference === undefined ? (
    <span className="meta inline-flex items-center gap-1">
      <Check size={14} className="text-success" aria-hidden="true" />
      <Trans>As expected</Trans>
    </span>
  ) : (
    <span className="meta font-semibold text-warning!">{difference}</span>
  );
};

/** What was expected, what the buyer says, and the difference where there is one. */
export const Amounts = (amounts: AmountsProps) => {
  const difference = useDifference(amounts);
  return (
    <dl className="flex flex-wrap overflow-hidden rounded-box border border-line *:min-w-28 *:flex-1 *:border-line *:px-4 *:py-3 *:not-first:border-s">
      <div>
        <dt className="meta">
          <Trans>Expected</Trans>
        </dt>
        <dd className="text-title font-display">
          <Amount paise={amounts.expectedInPaise} />
        </dd>
      </div>
      <div>
        <dt className="meta">
          <Trans>Stated</Trans>
        </dt>
        <dd className="text-title font-display">
          <Amount paise={amounts.statedInPaise} />
        </dd>
      </div>
      {difference !== undefined && (
        <div className="bg-warning/10">
          <dt className="meta">
            <Trans>Difference</Trans>
          </dt>
          <dd className="text-title font-display text-warning">{difference}</dd>
        </div>
      )}
    </dl>
  );
};
