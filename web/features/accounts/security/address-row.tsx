import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { addresses } from '#contract/accounts/addresses.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { Row } from '#web/ui/rows-panel.tsx';
import { securityPage } from './security-page.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const words = messages.addresses;

const LEAD = msg`We email a link to the new address, and a notice to the old one. The old one stays until you open the link.`;
const LEAD_OF_BOTH = msg`We email a link to each address. The old one stays until you open both. If you cannot read its mail any more, the link to the new one is enough after seven days.`;

function ChangeDialog({ isConfirmed, onClose }: { isConfirmed: boolean; onClose: () => void }) {
  const { _ } = useLanguage();
  const { t } = useLingui();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: addresses.change.body,
    defaults: { email: '' },
    messages: { success: words.changeSent, error: words.failed, incomplete: words.missing },
    run: (body) => call('PUT /user/email', { body }),
    onSuccess: () => onClose(),
    changes: securityPage,
  });
  return (
    <FormDialog
      title={t`Change your email address`}
      lead={_(isConfirmed ? LEAD_OF_BOTH : LEAD)}
      confirmLabel={t`Send link`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`New email address`}
        type="email"
        inputMode="email"
        autoComplete="email"
        data-first=""
        {...field('email', words.missing)}
      />
    </FormDialog>
  );
}

interface AddressRowProps {
  email: string;
  address: ResponseOf<'GET /user/security'>['address'];
}

const waitingWords = (
  { pending, waitsFor }: { pending: string; waitsFor: readonly string[] },
  { _ }: Language,
): string => {
  if (waitsFor.length > 1)
    return _(msg`Open the links in the emails to ${pending} and to this address to change to it.`);
  return _(
    waitsFor.includes('old')
      ? msg`Open the link in the email to this address to change to ${pending}.`
      : msg`Open the link in the email to ${pending} to change to it.`,
  );
};

/** The address of the account: whether it is confirmed, and the way to another one. */
export function AddressRow({ email, address: { isConfirmed, pending, waitsFor } }: AddressRowProps) {
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const confirm = useAction({
    run: () => call('POST /user/email/confirmation'),
    messages: { success: words.linkSent, error: words.confirmFailed },
  });
  const cancel = useAction({
    run: () => call('DELETE /user/email'),
    messages: { success: words.cancelled, error: words.failed },
    changes: securityPage,
  });
  return (
    <Row
      icon={Mail}
      name={email}
      action={
        <div className="flex flex-wrap gap-2">
          {!isConfirmed && pending === null && (
            <Button tone="quiet" isBusy={confirm.isBusy} onClick={() => void confirm.start(undefined)}>
              <Trans>Email me a link</Trans>
            </Button>
          )}
          {pending === null ? (
            <Button tone="quiet" onClick={() => setOpen(true)}>
              <Trans>Change address</Trans>
            </Button>
          ) : (
            <Button tone="quiet" isBusy={cancel.isBusy} onClick={() => void cancel.start(undefined)}>
              <Trans>Keep this one</Trans>
            </Button>
          )}
        </div>
      }
    >
      {pending === null ? (
        isConfirmed ? (
          <Trans>Confirmed</Trans>
        ) : (
          <Trans>
            Not confirmed. Open the link in the welcome email, or have another one sent. What the school gives to this
            address waits until then.
          </Trans>
        )
      ) : (
        waitingWords({ pending, waitsFor }, language)
      )}
      {isOpen && <ChangeDialog isConfirmed={isConfirmed} onClose={() => setOpen(false)} />}
    </Row>
  );
}
