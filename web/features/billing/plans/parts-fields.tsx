import { Trans, useLingui } from '@lingui/react/macro';
import { Equal } from 'lucide-react';
import { useId } from 'react';
import { formatMoney } from '#contract/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError, TextField } from '#web/ui/forms/fields.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { evenRows, missedBy, PART_COUNTS, type PartRow, type PartsDraft, turnedOn } from './parts-draft.ts';

interface PartsFieldsProps {
  value: PartsDraft;
  priceInPaise: number;
  error: string | undefined;
  onChange: (next: PartsDraft) => void;
}

/** Whether buyers may pay in parts, and the amount and day of each. */
export function PartsFields({ value, priceInPaise, error, onChange }: PartsFieldsProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <>
      <CheckField
        label={t`May be paid in parts`}
        hint={t`Buyers choose it at the checkout. Access opens with the first part.`}
        checked={value.isOn}
        onChange={({ target }) => onChange(target.checked ? turnedOn(value, priceInPaise) : { ...value, isOn: false })}
      />
      {value.isOn && (
        <fieldset className="surface space-y-4 p-4" aria-describedby={error && `${id}-error`}>
          <legend className="sr-only">
            <Trans>Parts</Trans>
          </legend>
          <CountField {...{ value, priceInPaise, onChange }} />
          <ol className="divide-y divide-line">
            {value.list.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a part is named by its number
              <li key={index} className="py-3 first:pt-0">
                <PartFields
                  row={row}
                  n={index + 1}
                  onChange={(next) => onChange({ ...value, list: value.list.with(index, next) })}
                />
              </li>
            ))}
          </ol>
          <Sum {...{ value, priceInPaise }} />
          <TextField
            label={t`Days of grace`}
            inputMode="numeric"
            autoComplete="off"
            hint={t`Access continues this long after the due day. Then it pauses until the part is paid.`}
            value={value.graceDays}
            onChange={({ target }) => onChange({ ...value, graceDays: target.value })}
          />
          {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        </fieldset>
      )}
    </>
  );
}

function CountField({ value, priceInPaise, onChange }: Omit<PartsFieldsProps, 'error'>) {
  const { t } = useLingui();
  const fill = (count: number): void => onChange({ ...value, list: evenRows(priceInPaise, count) });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-56">
        <Field label={t`How many`}>
          {(described) => (
            <select
              {...described}
              className="select h-12"
              value={value.list.length}
              onChange={({ target }) => fill(Number(target.value))}
            >
              {PART_COUNTS.map((count) => (
                <option key={count} value={count}>
                  <Trans>{count} parts, one each month</Trans>
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Button tone="quiet" className="h-12" onClick={() => fill(value.list.length)}>
        <Equal size={18} aria-hidden="true" />
        <Trans>Split evenly</Trans>
      </Button>
    </div>
  );
}

/** What is missing to the price, or too much. */
function Sum({ value, priceInPaise }: Pick<PartsFieldsProps, 'value' | 'priceInPaise'>) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const missed = missedBy(value, priceInPaise);
  if (missed === undefined || Number.isNaN(missed)) return null;
  const price = formatMoney(priceInPaise, currencySymbol);
  return (
    <output className={`num block text-sm font-medium ${missed === 0 ? 'text-muted' : 'text-warning'}`}>
      {missed === 0
        ? t`Together ${price}, the price`
        : missed > 0
          ? t`${formatMoney(missed, currencySymbol)} less than the price of ${price}`
          : t`${formatMoney(-missed, currencySymbol)} more than the price of ${price}`}
    </output>
  );
}

interface PartFieldsProps {
  row: PartRow;
  n: number;
  onChange: (row: PartRow) => void;
}

function PartFields({ row, n, onChange }: PartFieldsProps) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const { amount, dueKind, days, date } = row;
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        label={t`Part ${n}, in ${currencySymbol}`}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => onChange({ ...row, amount: target.value })}
      />
      {n === 1 ? (
        <p className="meta self-end pb-3.5">
          <Trans>With the purchase</Trans>
        </p>
      ) : (
        <Field label={t`Part ${n} is due`}>
          {(described) => (
            <select
              {...described}
              className="select h-12"
              value={dueKind}
              onChange={({ target }) => onChange({ ...row, dueKind: target.value === 'date' ? 'date' : 'days' })}
            >
              <option value="days">
                <Trans>days after it</Trans>
              </option>
              <option value="date">
                <Trans>on a day</Trans>
              </option>
            </select>
          )}
        </Field>
      )}
      {n > 1 && (
        <div className="col-start-2">
          {dueKind === 'days' ? (
            <TextField
              label={t`Days of part ${n}`}
              inputMode="numeric"
              autoComplete="off"
              value={days}
              onChange={({ target }) => onChange({ ...row, days: target.value })}
            />
          ) : (
            <TextField
              label={t`Day of part ${n}`}
              type="date"
              value={date}
              onChange={({ target }) => onChange({ ...row, date: target.value })}
            />
          )}
        </div>
      )}
    </div>
  );
}
