import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { RefreshCw } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { PaymentsChange } from '#contract/billing/payment-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { CheckButton } from './check-button.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { FixedField, SecretSetting, type Setting, SettingFields } from './setting-field.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { Webhook } from './webhook.tsx';

type Payments = AllSettings['payments'];

/** An empty field keeps the stored secret. */
const PaymentsForm = PaymentsChange.extend({
  keySecret: PaymentsChange.shape.keySecret.transform((secret) => secret || undefined),
  webhookSecret: PaymentsChange.shape.webhookSecret.transform((secret) => secret || undefined),
});

const draftOf = ({ values }: Payments): z.input<typeof PaymentsForm> => ({
  ...values,
  keySecret: '',
  webhookSecret: '',
});

/** Banners, checkout and lists follow the mode and the keys. */
const useRefresh = () => {
  const queryClient = useQueryClient();
  const changeSite = useChangeSite();
  return (): void => {
    for (const queryKey of [queryKeys.notices, queryKeys.payments, queryKeys.paymentKey])
      void queryClient.invalidateQueries({ queryKey });
    // If this fails, the page keeps the data that it loaded before.
    call('GET /site').then(
      ({ site }) => changeSite(site),
      () => undefined,
    );
  };
};

function usePaymentsForm(payments: Payments) {
  const { environment, keySecret, webhookSecret } = payments;
  const refresh = useRefresh();
  const section = useSectionForm({
    schema: PaymentsForm,
    defaults: draftOf(payments),
    save: (body) => call('PUT /admin/settings/payments', { body }),
    draftOf: (settings) => draftOf(settings.payments),
    onSaved: refresh,
  });
  const { form, field, submit, saveCount } = section;
  return {
    ...section,
    secret: (name: 'keySecret' | 'webhookSecret') => ({
      key: `${name} ${saveCount}`,
      state: name === 'keySecret' ? keySecret : webhookSecret,
      variable: environment[name],
      ...field(name, messages.settings.secretOfKey),
    }),
    /** Saves the whole section. Where that fails, the mode stays. */
    switchTo: async (mode: Payments['values']['mode']): Promise<void> => {
      form.setValue('mode', mode, { shouldDirty: true });
      await submit();
      form.resetField('mode');
    },
  };
}

const key: Setting<'keyId'> = {
  name: 'keyId',
  label: 'Key ID',
  autoComplete: 'off',
  hint: 'From the dashboard of the payment provider, under API keys. Leave empty to use the sandbox.',
  whenMissing: messages.settings.incomplete,
};
const plan: Setting<'planId'> = {
  name: 'planId',
  label: 'Plan ID',
  autoComplete: 'off',
  hint: 'An existing yearly plan. Leave empty to create one with the first purchase.',
  whenMissing: messages.settings.badPlanId,
};

function PaymentsSection({ payments }: { payments: Payments }) {
  const { values, environment } = payments;
  const { form, frame, field, secret, switchTo } = usePaymentsForm(payments);
  const section = { field, values, environment };
  const { key: keyOfKeySecret, ...keySecret } = secret('keySecret');
  const { key: keyOfWebhookSecret, ...webhookSecret } = secret('webhookSecret');
  return (
    <SectionForm title="Payments" {...frame}>
      {environment['mode'] === undefined ? (
        <ModeSwitch mode={values.mode} isBusy={frame.isBusy} onSwitch={switchTo} />
      ) : (
        <FixedField label="Mode" value={values.mode} variable={environment['mode']} />
      )}
      <fieldset className="space-y-5 border-t border-line pt-5">
        <legend className="sr-only">Keys</legend>
        <SettingFields {...section} settings={[key]} />
        <SecretSetting key={keyOfKeySecret} label="Key secret" {...keySecret} />
        <SettingFields {...section} settings={[plan]} />
        <CheckButton
          run={() => checkKeys(form.getValues())}
          failure={messages.settings.checkFailed}
          isDisabled={form.watch('keyId') === ''}
        >
          <RefreshCw size={16} aria-hidden="true" />
          Check connection
        </CheckButton>
      </fieldset>
      <fieldset className="space-y-5 border-t border-line pt-5">
        <legend className="sr-only">Webhook</legend>
        <p className="text-sm text-muted">
          Webhooks report payments, refunds and disputes at once. Without them payments are found within minutes.
        </p>
        <Webhook />
        <SecretSetting key={keyOfWebhookSecret} label="Webhook secret" {...webhookSecret} />
      </fieldset>
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Payments">{({ payments }) => <PaymentsSection payments={payments} />}</SettingsFrame>
);

interface Keys {
  keyId: string;
  planId: string;
  keySecret?: string | undefined;
}

/** Checks the keys at the provider as they are entered, saved or not. */
const checkKeys = async ({ keyId, planId, keySecret }: Keys): Promise<string> => {
  const body = { keyId, planId, ...(keySecret ? { keySecret } : {}) };
  return (await call('POST /admin/settings/payments/check', { body })).found;
};
