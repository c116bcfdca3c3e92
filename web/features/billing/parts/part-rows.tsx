import { lazy } from 'react';
import type { Part, PurchaseInParts } from '#contract/billing/part-fields.ts';
import { formatCalendarDay, formatMoney } from '#contract/format.ts';
import { StateBadge } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { labelOfPart } from './part-words.ts';

/** Of admins. */
const PartActions = lazy(async () => ({ default: (await import('./part-actions.tsx')).PartActions }));

const whenOf = ({ n, dueOn, agreedOn }: Part): string => {
  if (n === 1) return formatCalendarDay(dueOn);
  return `Due ${formatCalendarDay(dueOn)}${dueOn === agreedOn ? '' : `, was ${formatCalendarDay(agreedOn)}`}`;
};

interface PartRowsProps {
  parts: readonly Part[];
  /** Whose parts these are, where the school decides about them. */
  decided?: Pick<PurchaseInParts, 'paymentId' | 'planName'>;
}

/** Every part with its amount, its day and its state. */
export function PartRows({ parts, decided }: PartRowsProps) {
  const { currencySymbol } = useSite();
  return (
    <ul className="text-sm">
      {parts.map((part) => {
        const { n, amountInPaise, missingInPaise } = part;
        const isPartly = missingInPaise > 0 && missingInPaise < amountInPaise;
        return (
          <li
            key={n}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                Part {n} of {parts.length}
              </span>
              <span className="meta block">{whenOf(part)}</span>
            </span>
            <StateBadge {...labelOfPart(part)} />
            <span className="num min-w-16 text-end font-semibold">
              {formatMoney(amountInPaise, currencySymbol)}
              {isPartly && (
                <span className="meta block font-normal">{formatMoney(missingInPaise, currencySymbol)} left</span>
              )}
            </span>
            {decided && <PartActions purchase={decided} part={part} of={decided.planName} />}
          </li>
        );
      })}
    </ul>
  );
}
