import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { laterPartsOf } from './part-words.ts';
import type { PartsChosen } from './use-parts-choice.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

export const CHOICE =
  'surface flex min-h-17 cursor-pointer items-start gap-4 p-4 has-checked:border-primary has-checked:bg-base-200 has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2';

/** The whole price now, or the first part and the others on their days. */
export default function PartsChoice({
  parts,
  inParts,
  chooseParts,
  totalInPaise,
}: PartsChosen & { totalInPaise: number }) {
  const id = useId();
  const { currencySymbol } = useSite();
  const language = useLanguage();
  const { t } = useLingui();
  const [first] = parts;
  if (!first) return null;
  const choices = [
    { inParts: false, name: t`${{ amount: formatMoney(totalInPaise, currencySymbol) }} now`, note: t`One payment` },
    {
      inParts: true,
      name: t`${{ amount: formatMoney(first.amountInPaise, currencySymbol) }} now`,
      note: laterPartsOf(parts, currencySymbol, language),
    },
  ];
  return (
    <fieldset className="mb-5 space-y-3">
      <legend className="mb-3 font-semibold">
        <Trans>At once or in {{ count: parts.length }} parts</Trans>
      </legend>
      {choices.map((choice) => (
        <label key={choice.note} className={CHOICE}>
          <input
            type="radio"
            name={id}
            checked={choice.inParts === inParts}
            onChange={() => chooseParts(choice.inParts)}
            className="radio radio-primary shrink-0"
          />
          <span className="min-w-0 flex-1 font-semibold">
            {choice.name}
            <span className="meta block font-normal">{choice.note}</span>
          </span>
        </label>
      ))}
      {inParts && (
        <p className="meta">
          <Trans>
            You get access at once. If a part stays unpaid, access pauses until you pay it; your progress is kept.
          </Trans>
        </p>
      )}
    </fieldset>
  );
}
