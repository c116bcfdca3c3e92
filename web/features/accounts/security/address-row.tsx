import { Mail } from 'lucide-react';
import { useState } from 'react';
import { addresses } from '#contract/addresses.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { Row } from '#web/ui/rows-panel.tsx';
import { useRefreshSecurity } from './use-refresh-security.ts';

const words = messages.addresses;

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: addresses.change.body,
    defaults: { email: '' },
    messages: { success: words.changeSent, error: words.failed, incomplete: words.missing },
    run: (body) => call('PUT /user/email', { body }),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <FormDialog
      title="Change your email address"
      lead="We email a link to the new address, and tell the old one. The old one stays until you open the link."
      confirmLabel="Send link"
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label="New email address"
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

/** The address of the account: whether it is confirmed, and the way to another one. */
export function AddressRow({ email, address: { isConfirmed, pending } }: AddressRowProps) {
  const refresh = useRefreshSecurity();
  const [isOpen, setOpen] = useState(false);
  const confirm = useAction({
    run: () => call('POST /user/email/confirmation'),
    messages: { success: words.linkSent, error: words.confirmFailed },
  });
  const cancel = useAction({
    run: () => call('DELETE /user/email'),
    messages: { success: words.cancelled, error: words.failed },
    onSuccess: async () => refresh(),
  });
  return (
    <Row
      icon={Mail}
      name={email}
      action={
        <div className="flex flex-wrap gap-2">
          {!isConfirmed && pending === null && (
            <Button tone="quiet" isBusy={confirm.isBusy} onClick={() => void confirm.start(undefined)}>
              Confirm
            </Button>
          )}
          {pending === null ? (
            <Button tone="quiet" onClick={() => setOpen(true)}>
              Change address
            </Button>
          ) : (
            <Button tone="quiet" isBusy={cancel.isBusy} onClick={() => void cancel.start(undefined)}>
              Keep this one
            </Button>
          )}
        </div>
      }
    >
      {pending === null
        ? isConfirmed
          ? 'Confirmed'
          : 'Not confirmed. Open the link in the welcome email, or press Confirm for another one.'
        : `Open the link in the email to ${pending} to change to it.`}
      {isOpen && <ChangeDialog onClose={() => setOpen(false)} />}
    </Row>
  );
}
