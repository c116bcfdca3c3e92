import { msg } from '@lingui/core/macro';
import { useLingui, Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import { INDIAN_STATES } from '#contract/billing/indian-states.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Field, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import type { IndianState, InvoiceTo } from './checkout-queries.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const noBusiness = { gstin: '', name: '', address: '' };

/** As the buyer is asked, and as an admin is asked about them. */
const words = {
  own: {
    state: msg`State you live in`,
    stateHint: msg`Shown on your tax invoice.`,
    missing: messages.payment.chooseState,
    business: msg`I need a GST invoice`,
  },
  others: {
    state: msg`State of the buyer`,
    stateHint: msg`Shown on the tax invoice.`,
    missing: messages.ways.stateMissing,
    business: msg`GST invoice for a business`,
  },
};

interface InvoiceFieldsProps {
  whose?: keyof typeof words;
  value: InvoiceTo;
  onChange: (invoiceTo: InvoiceTo) => void;
  /** Of the last try to buy, by the path of the field. */
  errors: Readonly<Record<string, string>>;
  showsMissingState: boolean;
}

/** Whom the tax invoice is made out to: the buyer, whose state it names, or a business, whose GSTIN does. */
export function InvoiceFields({ whose = 'own', value, onChange, errors, showsMissingState }: InvoiceFieldsProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
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
        <StateSelect
          label={_(words[whose].state)}
          hint={_(words[whose].stateHint)}
          value={state}
          onChange={(chosen) => onChange({ state: chosen })}
          missing={showsMissingState ? words[whose].missing : undefined}
        />
      )}
      <CheckField
        label={_(words[whose].business)}
        hint={t`For a business that is registered for GST.`}
        checked={business !== undefined}
        onChange={({ target }) => onChange({ state, business: target.checked ? noBusiness : undefined })}
      />
      {business && <BusinessFields isOwn={whose === 'own'} {...{ business, errors }} onChange={change} />}
    </div>
  );
}

interface BusinessFieldsProps {
  isOwn: boolean;
  business: typeof noBusiness;
  errors: InvoiceFieldsProps['errors'];
  onChange: (part: Partial<typeof noBusiness>) => void;
}

/** The browser knows the business of its own user alone. */
const BusinessFields = ({ isOwn, business, errors, onChange }: BusinessFieldsProps) => {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label="GSTIN"
        hint={t`15 characters. Its first two digits decide the state on the invoice.`}
        error={errors['business.gstin']}
        value={business.gstin}
        onChange={({ target }) => onChange({ gstin: target.value })}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        dir="ltr"
      />
      <TextField
        label={t`Business name`}
        error={errors['business.name']}
        value={business.name}
        onChange={({ target }) => onChange({ name: target.value })}
        autoComplete={isOwn ? 'organization' : 'off'}
        maxLength={100}
      />
      <TextArea
        label={t`Business address`}
        error={errors['business.address']}
        value={business.address}
        onChange={({ target }) => onChange({ address: target.value })}
        autoComplete={isOwn ? 'street-address' : 'off'}
        rows={3}
        maxLength={300}
      />
    </>
  );
};

interface StateSelectProps {
  label: string;
  hint: string;
  value: IndianState | undefined;
  onChange: (state: IndianState | undefined) => void;
  missing: string | undefined;
}

const StateSelect = ({ label, hint, value, onChange, missing }: StateSelectProps) => (
  <Field label={label} hint={hint} error={value ? undefined : missing}>
    {(described) => (
      <select
        {...described}
        className="select h-12"
        autoComplete="address-level1"
        required
        value={value ?? ''}
        onChange={({ target }) => onChange(INDIAN_STATES.find((name) => name === target.value))}
      >
        <option value="">
          <Trans>Choose a state</Trans>
        </option>
        {INDIAN_STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    )}
  </Field>
);
