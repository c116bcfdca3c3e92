import { useLingui } from '@lingui/react/macro';
import { z } from 'zod';
import { API_SCOPES } from '#contract/accounts/api-scopes.ts';
import { apiKeys } from '#contract/accounts/api-keys.ts';
import { keyMessages as words } from '#contract/accounts/key-messages.ts';
import { call } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { ChoiceList } from '#web/ui/inputs/choice-list.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const { shape } = apiKeys.create.body;

const KeyDraft = z.object({
  name: shape.name,
  scopes: shape.scopes,
  endsAt: z.string().transform((day) => (day === '' ? null : day)),
});

interface KeyFormProps {
  onClose: () => void;
  onCreated: (secret: string) => void;
}

export function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: KeyDraft,
    defaults: { name: '', scopes: [], endsAt: '' },
    messages: { error: words.createFailed, incomplete: words.nameMissing },
    run: (body) => call('POST /admin/api-keys', { body }),
    onSuccess: ({ secret }) => onCreated(secret),
    changes: ['api-keys'],
  });
  return (
    <FormDialog
      title={t`New API key`}
      lead={t`It does what you may do as an admin, within what you choose here.`}
      confirmLabel={t`Create key`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Name`}
        placeholder={t`Our CRM`}
        required
        data-first=""
        {...field('name', words.nameMissing)}
      />
      <ChoiceList
        legend={t`What it may do`}
        options={API_SCOPES.map((value) => ({ value, label: _(words.scopes[value].message) }))}
        error={form.formState.errors.scopes?.message}
        {...form.register('scopes')}
      />
      <TextField
        label={t`Last day`}
        hint={t`Leave empty for a key that never expires.`}
        type="date"
        {...field('endsAt', '')}
      />
    </FormDialog>
  );
}
