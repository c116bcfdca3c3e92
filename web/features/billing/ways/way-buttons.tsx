import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, useId } from 'react';
import { OwnWay } from '#contract/billing/way-names.ts';
import { TextField } from '#web/ui/forms/fields.tsx';
import { wayLabels } from './way-labels.ts';

interface WayButtonsProps {
  legend?: string;
  way: OwnWay;
  onChoose: (way: OwnWay) => void;
}

/** One of the ways of an offline payment, in a row. */
export function WayButtons({ legend, way: chosen, onChoose }: WayButtonsProps) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset>
      <legend className="field-label">{legend ?? t`How it was paid`}</legend>
      <div className="flex overflow-hidden rounded-field border border-line-strong *:not-first:border-s">
        {OwnWay.options.map((way) => (
          <label
            key={way}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center border-line-strong px-2 text-sm font-semibold has-checked:bg-base-300 has-checked:shadow-[inset_0_-3px_0_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={way}
              checked={way === chosen}
              onChange={() => onChoose(way)}
              className="sr-only"
            />
            {t(wayLabels[way])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PaidBackFieldsProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  way: OwnWay;
  onWay: (way: OwnWay) => void;
}

/** How a manual refund was paid back, and its reference. */
export function PaidBackFields({ way, onWay, ...reference }: PaidBackFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <WayButtons legend={t`Paid back by`} way={way} onChoose={onWay} />
      <TextField label={t`Reference (optional)`} autoComplete="off" maxLength={100} {...reference} />
    </>
  );
}
