import type { ComponentProps } from 'react';
import { INDIAN_STATES } from '#contract/indian-states.ts';
import { messages } from '#contract/messages.ts';
import { SellerChange } from '#contract/payment-settings.ts';
import type { AllSettings } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { SectionForm } from './section-form.tsx';
import { FixedField, SettingField } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useSectionForm } from './use-section-form.ts';

type Seller = AllSettings['seller'];

interface StateSettingProps extends ComponentProps<'select'> {
  error: string | undefined;
  fixed: { value: string; variable: string | undefined };
}

const StateSetting = ({ error, fixed: { value, variable }, ...input }: StateSettingProps) =>
  variable === undefined ? (
    <Field label="State" hint="Only if it is not the one of the GSTIN." error={error}>
      {(described) => (
        <select {...input} {...described} className="select h-12">
          <option value="">As in the GSTIN</option>
          {INDIAN_STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  ) : (
    <FixedField label="State" value={value} variable={variable} />
  );

function SellerForm({ seller: { values, environment } }: { seller: Seller }) {
  const changeSite = useChangeSite();
  const { form, field, frame } = useSectionForm({
    schema: SellerChange,
    defaults: values,
    save: (body) => call('PUT /admin/settings/seller', { body }),
    draftOf: (settings) => settings.seller.values,
    onSaved: (settings) => changeSite({ asksBuyerState: settings.seller.values.gstin !== '' }),
  });
  const setting = (name: keyof Seller['values'], whenMissing: string) => ({
    ...field(name, whenMissing),
    fixed: { value: String(values[name]), variable: environment[name] },
  });
  return (
    <SectionForm title="Seller" {...frame}>
      <SettingField
        label="Name of the seller"
        autoComplete="organization"
        hint="On receipts. Empty: the name of your school."
        {...setting('name', messages.settings.incomplete)}
      />
      <SettingField
        label="Address"
        autoComplete="street-address"
        {...setting('address', messages.settings.incomplete)}
      />
      <fieldset className="space-y-5 border-t border-line pt-5">
        <legend className="sr-only">GST</legend>
        <SettingField
          label="GSTIN"
          autoComplete="off"
          placeholder="29AAGCB7383J1Z4"
          hint="With it, your receipts are tax invoices, and buyers choose their state at checkout. Empty: you are not registered for GST."
          {...setting('gstin', messages.fields.badGstin)}
        />
        <StateSetting {...setting('state', messages.settings.badState)} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SettingField
            label="SAC"
            inputMode="numeric"
            hint="Services accounting code. Ask your accountant."
            {...setting('sac', messages.settings.badSac)}
          />
          <SettingField
            label="GST rate in percent"
            inputMode="numeric"
            hint="Your prices include the tax."
            {...setting('gstRatePercent', messages.settings.badTaxRate)}
            {...form.register('gstRatePercent', { valueAsNumber: true })}
          />
        </div>
      </fieldset>
      <p className="meta">A change applies from the next document on. Issued documents stay as they are.</p>
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Seller">{({ seller }) => <SellerForm seller={seller} />}</SettingsFrame>
);
