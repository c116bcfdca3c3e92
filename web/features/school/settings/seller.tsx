import { INDIAN_STATES } from '#contract/billing/indian-states.ts';
import { messages } from '#contract/messages.ts';
import { SellerChange } from '#contract/billing/payment-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { type Setting, SettingFields } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';

type Seller = AllSettings['seller'];

type Name = keyof Seller['values'];

const identity: Setting<Name>[] = [
  {
    name: 'name',
    label: 'Name of the seller',
    autoComplete: 'organization',
    hint: 'On receipts. Leave empty to use the name of your school.',
    whenMissing: messages.settings.incomplete,
  },
  { name: 'address', label: 'Address', autoComplete: 'street-address', whenMissing: messages.settings.incomplete },
];
const registration: Setting<Name>[] = [
  {
    name: 'gstin',
    label: 'GSTIN',
    autoComplete: 'off',
    placeholder: '29AAGCB7383J1Z4',
    hint: 'Turns receipts into tax invoices, and buyers choose their state at checkout. Leave empty if you are not registered for GST.',
    whenMissing: messages.fields.badGstin,
  },
  {
    name: 'state',
    label: 'State',
    hint: 'Only if it is not the one of the GSTIN.',
    whenMissing: messages.settings.badState,
    options: [['', 'As in the GSTIN'], ...INDIAN_STATES.map((name) => [name, name] as const)],
  },
];
const rate: Setting<Name>[] = [
  {
    name: 'sac',
    label: 'SAC',
    inputMode: 'numeric',
    hint: 'Services accounting code. Ask your accountant.',
    whenMissing: messages.settings.badSac,
  },
  {
    name: 'gstRatePercent',
    label: 'GST rate in percent',
    inputMode: 'numeric',
    hint: 'Your prices include the tax.',
    whenMissing: messages.settings.badTaxRate,
  },
];

function SellerForm({ seller: { values, environment } }: { seller: Seller }) {
  const changeSite = useChangeSite();
  const { form, field, frame } = useSectionForm({
    schema: SellerChange,
    defaults: values,
    save: (body) => call('PUT /admin/settings/seller', { body }),
    draftOf: (settings) => settings.seller.values,
    onSaved: (settings) => changeSite({ asksBuyerState: settings.seller.values.gstin !== '' }),
  });
  // The later registrations of the same field keep this.
  form.register('gstRatePercent', { valueAsNumber: true });
  const section = { field, values, environment };
  return (
    <SectionForm title="Seller" {...frame}>
      <SettingFields {...section} settings={identity} />
      <fieldset className="space-y-5 border-t border-line pt-5">
        <legend className="sr-only">GST</legend>
        <SettingFields {...section} settings={registration} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SettingFields {...section} settings={rate} />
        </div>
      </fieldset>
      <p className="meta">A change applies from the next document on. Issued documents stay as they are.</p>
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Seller">{({ seller }) => <SellerForm seller={seller} />}</SettingsFrame>
);
