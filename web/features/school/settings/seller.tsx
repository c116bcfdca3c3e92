import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { INDIAN_STATES } from '#contract/billing/indian-states.ts';
import { messages } from '#contract/messages.ts';
import { SellerChange } from '#contract/billing/payment-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { useDescribedSection } from './described-section.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const fields = {
  name: {
    label: msg`Name of the seller`,
    autoComplete: 'organization',
    hint: msg`On receipts. Leave empty to use the name of your school.`,
  },
  address: { label: msg`Address`, autoComplete: 'street-address' },
  gstin: {
    label: 'GSTIN',
    autoComplete: 'off',
    placeholder: '29AAGCB7383J1Z4',
    hint: msg`Turns receipts into tax invoices, and buyers choose their state at checkout. Leave empty if you are not registered for GST.`,
    whenMissing: messages.fields.badGstin,
  },
  state: {
    label: msg({ context: 'address', message: 'State' }),
    hint: msg`Only if it is not the one of the GSTIN.`,
    whenMissing: messages.settings.badState,
    options: [['', msg`As in the GSTIN`], ...INDIAN_STATES.map((name) => [name, name] as const)],
  },
  sac: {
    label: 'SAC',
    inputMode: 'numeric',
    hint: msg`Services accounting code. Ask your accountant.`,
    whenMissing: messages.settings.badSac,
  },
  gstRatePercent: {
    is: 'count',
    label: msg`GST rate in percent`,
    hint: msg`Your prices include the tax.`,
    whenMissing: messages.settings.badTaxRate,
  },
} as const;

function SellerForm({ seller }: { seller: AllSettings['seller'] }) {
  const { t } = useLingui();
  const changeSite = useChangeSite();
  const { frame, show } = useDescribedSection({
    section: seller,
    fields,
    schema: SellerChange,
    save: (body) => call('PUT /admin/settings/seller', { body }),
    sectionIn: (settings) => settings.seller,
    onSaved: (settings) => changeSite({ asksBuyerState: settings.seller.values.gstin !== '' }),
  });
  return (
    <SectionForm title={t`Seller`} {...frame}>
      {show('name', 'address')}
      <fieldset className="space-y-5 border-t border-line pt-5">
        <legend className="sr-only">
          <Trans>GST</Trans>
        </legend>
        {show('gstin', 'state')}
        <div className="grid gap-5 sm:grid-cols-2">{show('sac', 'gstRatePercent')}</div>
      </fieldset>
      <p className="meta">
        <Trans>A change applies from the next document on. Issued documents stay as they are.</Trans>
      </p>
    </SectionForm>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`Receipts and tax`}>{({ seller }) => <SellerForm seller={seller} />}</SettingsFrame>;
};
