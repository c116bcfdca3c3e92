import { Trans, useLingui } from '@lingui/react/macro';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { personalData } from '#contract/personal-data/personal-data.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useLocale } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDay } from '#contract/format.ts';
import { type PersonDetail } from './people-queries.ts';

const words = messages.personalData;

/** Deletes the account of a person who asked for it, and takes that back. */
export function DeletePerson({ detail: { person, deletion } }: { detail: PersonDetail }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { timeZone } = useSite();
  const day = deletion && formatDay(deletion.deletesAt, timeZone, locale);
  const params = { userId: person._id };
  return (
    <Panel title={t`Deletion`}>
      <p className="text-sm text-muted">
        {deletion
          ? deletion.isByAdmin
            ? t`The account will be deleted on ${day}, as an admin planned.`
            : t`The account will be deleted on ${day}, as the person asked.`
          : t`For a person who asks to be forgotten. They get an email and can take it back for 14 days.`}
      </p>
      {deletion && deletion.reason !== '' && (
        <p className="mt-2 text-sm wrap-anywhere">
          <Trans>Reason: {deletion.reason}</Trans>
        </p>
      )}
      <div className="mt-3">
        {deletion ? (
          <ActionButton
            tone="quiet"
            run={() => call('DELETE /admin/people/:userId/deletion', { params })}
            messages={{ error: words.takeBackFailed }}
            changes={['people']}
          >
            <Trans>Keep the account</Trans>
          </ActionButton>
        ) : (
          <Button tone="danger" onClick={() => setOpen(true)}>
            <UserX size={18} aria-hidden="true" />
            <Trans>Delete the account</Trans>
          </Button>
        )}
      </div>
      {isOpen && <DeleteDialog person={person} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function DeleteDialog({ person, onClose }: Pick<PersonDetail, 'person'> & { onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: personalData.deletePerson.body,
    defaults: { reason: '', keepsPosts: true, keepsCertificates: true },
    messages: { error: words.planFailed, incomplete: words.reasonMissing },
    run: (body) => call('POST /admin/people/:userId/deletion', { params: { userId: person._id }, body }),
    onSuccess: async () => {
      await invalidate(queryClient, ['people']);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Delete the account of ${person.fullName}?`}
      lead={
        <p>
          <Trans>
            It happens in 14 days. Progress, notes and quiz answers are deleted; receipts stay without the name.
            Renewals are turned off now.
          </Trans>
        </p>
      }
      confirmLabel={t`Delete the account`}
      isDestructive
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea label={t`Reason`} rows={2} data-first="" {...field('reason', words.reasonMissing)} />
      <CheckField label={t`Keep questions and answers`} hint={t`Without the name.`} {...form.register('keepsPosts')} />
      <CheckField
        label={t`Keep certificates verifiable`}
        hint={t`Their pages stay, with the name. Otherwise they say that they were withdrawn.`}
        {...form.register('keepsCertificates')}
      />
    </FormDialog>
  );
}
