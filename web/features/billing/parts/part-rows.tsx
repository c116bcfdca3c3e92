import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy } from 'react';
import type { Part, PurchaseInParts } from '#contract/billing/part-fields.ts';
import { formatCalendarDay, formatMoney } from '#contract/format.ts';
import { StateBadge } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { labelOfPart } from './part-words.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Of admins. */
const PartActions = lazy(async () => ({ default: (await import('./part-actions.tsx')).PartActions }));

const whenOf = ({ n, dueOn, agreedOn }: Part, { _, locale }: Language): string => {
  const day = formatCalendarDay(dueOn, locale);
  if (n === 1) return day;
  return _(
    dueOn === agreedOn ? msg`Due ${day}` : msg`Due ${day}, was ${{ agreed: formatCalendarDay(agreedOn, locale) }}`,
  );
};

interface PartRowsProps {
  parts: readonly Part[];
  /** Whose parts these are, where the school decides about them. */
  decided?: Pick<PurchaseInParts, 'paymentId' | 'planName'>;
}

/** Every part with its amount, its day and its state. */
export function PartRows({ parts, decided }: PartRowsProps) {
  const { currencySymbol } = useSite();
  const language = useLanguage();
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
                <Trans>
                  Part {n} of {{ count: parts.length }}
                </Trans>
              </span>
              <span className="meta block">{whenOf(part, language)}</span>
            </span>
            <StateBadge {...labelOfPart(part)} />
            <span className="num min-w-16 text-end font-semibold">
              {formatMoney(amountInPaise, currencySymbol)}
              {isPartly && (
                <span className="meta block font-normal">
                  <Trans>{{ amount: formatMoney(missingInPaise, currencySymbol) }} left</Trans>
                </span>
              )}
            </span>
            {decided && <PartActions purchase={decided} part={part} of={decided.planName} />}
          </li>
        );
      })}
    </ul>
  );
}
