import { useEffect, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import { INDIAN_STATES } from '#contract/billing/indian-states.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Field, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import type { IndianState, InvoiceTo } from './checkout-queries.ts';

const noBusiness = { gstin: '', name: '', address: '' };

interface InvoiceFieldsProps {
  value: InvoiceTo;
  onChange: (invoiceTo: InvoiceTo) => void;
  /** Of the last try to buy, by the path of the field. */
  errors: Readonly<Record<string, string>>;
  showsMissingState: boolean;
}

/** Whom the tax invoice is made out to: the buyer, whose state it names, or a business, whose GSTIN does. */
export function InvoiceFields({ value, onChange, errors, showsMissingState }: InvoiceFieldsProps) {
  const { state, business } = value;
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (showsMissingState || Object.keys(errors).length > 0)
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [showsMissingState, errors]);
  const change = (part: Partial<typeof noBusiness>): void =>
    onChange({ state, business: { ...noBusiness, ...business, ...part } });
  return (
    <div ref={fields} className="mb-5 space-y-4">
      {!business && (
        <StateSelect value={state} onChange={(chosen) => onChange({ state: chosen })} showsError={showsMissingState} />
      )}
      <CheckField
        label="I need a GST invoice"
        hint="For a business that is registered for GST."
        checked={business !== undefined}
        onChange={({ target }) => onChange({ state, business: target.checked ? noBusiness : undefined })}
      />
      {business && (
        <>
          <TextField
            label="GSTIN"
            hint="15 characters. Its first two digits decide the state on the invoice."
            error={errors['business.gstin']}
            value={business.gstin}
            onChange={({ target }) => change({ gstin: target.value })}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            dir="ltr"
          />
          <TextField
            label="Business name"
            error={errors['business.name']}
            value={business.name}
            onChange={({ target }) => change({ name: target.value })}
            autoComplete="organization"
            maxLength={100}
          />
          <TextArea
            label="Business address"
            error={errors['business.address']}
            value={business.address}
            onChange={({ target }) => change({ address: target.value })}
            autoComplete="street-address"
            rows={3}
            maxLength={300}
          />
        </>
      )}
    </div>
  );
}

interface StateSelectProps {
  value: IndianState | undefined;
  onChange: (state: IndianState | undefined) => void;
  showsError: boolean;
}

const StateSelect = ({ value, onChange, showsError }: StateSelectProps) => (
  <Field
    label="State you live in"
    hint="Shown on your tax invoice."
    error={showsError && !value ? messages.payment.chooseState : undefined}
  >
    {(described) => (
      <select
        {...described}
        className="select h-12"
        autoComplete="address-level1"
        required
        value={value ?? ''}
        onChange={({ target }) => onChange(INDIAN_STATES.find((name) => name === target.value))}
      >
        <option value="">Choose a state</option>
        {INDIAN_STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    )}
  </Field>
);
