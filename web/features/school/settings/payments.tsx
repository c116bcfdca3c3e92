import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { PaymentKeys, PaymentsChange } from '#contract/billing/payment-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useRefreshSite } from '#web/ui/page/use-refresh-site.ts';
import { More } from '#web/ui/more.tsx';
import { CheckButton } from './check-button.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { useDescribedSection } from './described-section.tsx';
import { FixedField } from './setting-field.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { Webhook } from './webhook.tsx';
import { modeNames } from '#web/features/billing/provider/mode-names.ts';

type Payments = AllSettings['payments'];

const fields = {
  keyId: {
    label: msg`Key ID`,
    autoComplete: 'off',
    hint: msg`From the dashboard of the payment provider, under API keys. Leave empty to use the sandbox.`,
  },
  keySecret: { is: 'secret', label: msg`Key secret`, whenMissing: messages.settings.secretOfKey },
  planId: {
    label: msg`Plan ID`,
    autoComplete: 'off',
    hint: msg`An existing yearly plan. Leave empty to create one with the first purchase.`,
    whenMissing: messages.settings.badPlanId,
  },
  webhookSecret: { is: 'secret', label: msg`Webhook secret`, whenMissing: messages.settings.secretOfKey },
} as const;

/** Banners, checkout and lists follow the mode and the keys. */
const useRefresh = () => {
  const queryClient = useQueryClient();
  const refreshSite = useRefreshSite();
  return (): void => {
    for (const queryKey of [['notices'], ['payments'], ['checkout', 'key']])
      void queryClient.invalidateQueries({ queryKey });
    void refreshSite();
  };
};

function usePaymentsForm(payments: Payments) {
  const { keySecret, webhookSecret } = payments;
  const section = useDescribedSection({
    section: payments,
    fields,
    secrets: { keySecret, webhookSecret },
    schema: PaymentsChange,
    save: (body) => call('PUT /admin/settings/payments', { body }),
    sectionIn: (settings) => settings.payments,
    onSaved: useRefresh(),
  });
  const { form, submit } = section;
  return {
    ...section,
    /** Saves the whole section. Where that fails, the mode stays. */
    switchTo: async (mode: Payments['values']['mode']): Promise<void> => {
      form.setValue('mode', mode, { shouldDirty: true });
      await submit();
      form.resetField('mode');
    },
  };
}

function PaymentsSection({ payments }: { payments: Payments }) {
  const { t } = useLingui();
  const { values, environment } = payments;
  const { form, frame, show, switchTo } = usePaymentsForm(payments);
  return (
    <SectionForm title={t`Payments`} {...frame}>
      {environment['mode'] === undefined ? (
        <ModeSwitch mode={values.mode} isBusy={frame.isBusy} onSwitch={switchTo} />
      ) : (
        <FixedField label={t`Mode`} value={t(modeNames[values.mode])} variable={environment['mode']} />
      )}
      <fieldset className="space-y-5 border-t border-line pt-5">
        <legend className="sr-only">
          <Trans>Keys</Trans>
        </legend>
        {show('keyId', 'keySecret')}
        <CheckButton
          run={() => checkKeys(form.getValues())}
          failure={messages.settings.checkFailed}
          isDisabled={form.watch('keyId') === ''}
        >
          <RefreshCw size={16} aria-hidden="true" />
          <Trans>Check connection</Trans>
        </CheckButton>
      </fieldset>
      <More label={t`More: webhook and plan ID`}>
        <div className="space-y-5">
          <p className="text-sm text-muted">
            <Trans>
              Webhooks report payments, refunds and disputes at once. Without them payments are found within minutes.
            </Trans>
          </p>
          <Webhook />
          {show('webhookSecret', 'planId')}
        </div>
      </More>
    </SectionForm>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Getting paid`}>{({ payments }) => <PaymentsSection payments={payments} />}</SettingsFrame>
  );
};

/** Checks the keys at the provider as they are entered, saved or not. */
const checkKeys = async ({ keyId, planId, keySecret }: Record<string, unknown>): Promise<string> => {
  const body = PaymentKeys.parse({ keyId, planId, ...(keySecret === '' ? {} : { keySecret }) });
  return (await call('POST /admin/settings/payments/check', { body })).found;
};
