import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { PaymentsChange } from '#contract/payment-settings.ts';
import type { AllSettings } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { KeyCheck } from './key-check.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { SecretSetting } from './secret-setting.tsx';
import { SectionForm } from './section-form.tsx';
import { FixedField, SettingField } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useSectionForm } from './use-section-form.ts';
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
    // A page that was loaded before keeps what it knew where this fails.
    call('GET /site').then(
      ({ site }) => changeSite(site),
      () => undefined,
    );
  };
};

function usePaymentsForm(payments: Payments) {
  const { values, environment, keySecret, webhookSecret } = payments;
  const refresh = useRefresh();
  const section = useSectionForm({
    schema: PaymentsForm,
    defaults: draftOf(payments),
    save: (body) => call('PUT /admin/settings/payments', { body }),
    draftOf: (settings) => draftOf(settings.payments),
    onSaved: refresh,
  });
  const { form, field, onSubmit, saveCount } = section;
  return {
    ...section,
    setting: (name: 'keyId' | 'planId', whenMissing: string) => ({
      ...field(name, whenMissing),
      fixed: { value: values[name], variable: environment[name] },
    }),
    secret: (name: 'keySecret' | 'webhookSecret') => ({
      key: `${name} ${saveCount}`,
      state: name === 'keySecret' ? keySecret : webhookSecret,
      variable: environment[name],
      ...field(name, messages.settings.secretOfKey),
    }),
    /** Saves the whole section. Where that fails, the mode stays. */
    switchTo: async (mode: Payments['values']['mode']): Promise<void> => {
      form.setValue('mode', mode, { shouldDirty: true });
      await onSubmit();
      form.resetField('mode');
    },
  };
}

function PaymentsSection({ payments }: { payments: Payments }) {
  const { values, environment } = payments;
  const { form, frame, setting, secret, switchTo } = usePaymentsForm(payments);
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
        <SettingField
          label="Key ID"
          autoComplete="off"
          hint="From the dashboard of the payment provider, under API keys. Empty: the sandbox sells."
          {...setting('keyId', messages.settings.incomplete)}
        />
        <SecretSetting key={keyOfKeySecret} label="Key secret" {...keySecret} />
        <SettingField
          label="Plan ID"
          autoComplete="off"
          hint="Of a yearly plan that exists there. Empty: it is made with the first purchase."
          {...setting('planId', messages.settings.badPlanId)}
        />
        <KeyCheck keysOf={form.getValues} isDisabled={form.watch('keyId') === ''} />
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
