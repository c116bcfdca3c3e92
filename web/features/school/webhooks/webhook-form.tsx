import { useLingui } from '@lingui/react/macro';
import { WEBHOOK_EVENTS, type Webhook, webhooks } from '#contract/school/webhooks.ts';
import { webhookMessages as words } from '#contract/school/webhook-messages.ts';
import { call } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { ChoiceList } from '#web/ui/inputs/choice-list.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

interface WebhookFormProps {
  /** The one whose events are changed; a new one without it. */
  webhook?: Webhook;
  onClose: () => void;
  /** With the secret of a new one. */
  onDone: (secret: string | undefined) => void;
}

export function WebhookForm({ webhook, onClose, onDone }: WebhookFormProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: webhooks.create.body,
    defaults: { url: webhook?.url ?? '', events: webhook?.events ?? [] },
    messages: { error: webhook ? words.changeFailed : words.createFailed, incomplete: words.badUrl },
    run: async (body): Promise<{ message: string; secret?: string }> =>
      webhook
        ? call('PUT /admin/webhooks/:webhookId', { params: { webhookId: webhook._id }, body: { events: body.events } })
        : call('POST /admin/webhooks', { body }),
    onSuccess: ({ secret }) => onDone(secret),
    changes: ['webhooks'],
  });
  return (
    <FormDialog
      title={webhook ? t`Change events` : t`New webhook`}
      lead={webhook ? webhook.url : t`Each event is sent to this address as it happens.`}
      confirmLabel={webhook ? t`Save changes` : t`Add webhook`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      {!webhook && (
        <TextField
          label={t`Address`}
          type="url"
          placeholder="https://crm.example/hooks/lectern"
          required
          data-first=""
          {...field('url', words.badUrl)}
        />
      )}
      <ChoiceList
        legend={t`Events`}
        options={WEBHOOK_EVENTS.map((value) => ({ value, label: _(words.events[value].message) }))}
        error={form.formState.errors.events?.message}
        {...form.register('events')}
      />
    </FormDialog>
  );
}
