import { Trans, useLingui } from '@lingui/react/macro';
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deviceName, deviceSaid } from '#contract/accounts/device-name.ts';
import { factors, type Passkey } from '#contract/accounts/factors.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { formatShortMoment } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { createPasskey, hasPasskeys } from './passkey.ts';
import { Row } from '#web/ui/rows-panel.tsx';
import { securityPage } from './security-page.ts';
import { useLocale } from '#web/ui/language/language.tsx';
import { useWriter } from '#web/ui/language/use-writer.ts';

const words = messages.factors;

interface NameDialogProps {
  title: string;
  lead: string;
  confirmLabel: string;
  name: string;
  error: string;
  run: (name: string) => Promise<{ message: string }>;
  onClose: () => void;
}

/** Asks for the name of a passkey, and does what it is for. */
const NameDialog = ({ name, error, run, onClose, ...texts }: NameDialogProps) => {
  const { t } = useLingui();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: factors.renamePasskey.body,
    defaults: { name },
    messages: { error, incomplete: words.nameMissing },
    run: (body) => run(body.name),
    onSuccess: () => onClose(),
    changes: securityPage,
  });
  return (
    <FormDialog {...texts} {...{ formError, isBusy, onSubmit, onClose }}>
      <TextField label={t`Name`} data-first="" {...field('name', words.nameMissing)} />
    </FormDialog>
  );
};

interface PasskeyRowProps {
  passkey: Passkey;
  /** Without it, there are codes by email alone. */
  isLastWay: boolean;
}

/** A passkey of the user. */
export function PasskeyRow({ passkey: { _id: passkeyId, name, lastUsedAt, createdAt }, isLastWay }: PasskeyRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const now = new Date(useNow());
  const [open, setOpen] = useState<'rename' | 'remove'>();
  return (
    <Row
      icon={Fingerprint}
      name={t`Passkey: ${name}`}
      action={
        <RowMenu
          label={t`Actions for ${name}`}
          items={[
            { label: t`Rename`, icon: Pencil, onSelect: () => setOpen('rename') },
            { label: t`Remove`, icon: Trash2, isDestructive: true, onSelect: () => setOpen('remove') },
          ]}
        />
      }
    >
      {lastUsedAt === null
        ? t`Added ${{ moment: formatShortMoment(createdAt, timeZone, now, locale) }}`
        : t`Used ${{ moment: formatShortMoment(lastUsedAt, timeZone, now, locale) }}`}
      {open === 'rename' && (
        <NameDialog
          title={t`Rename this passkey`}
          lead={t`The name is only for you.`}
          confirmLabel={t`Save`}
          name={name}
          error={words.changeFailed}
          run={(next) => call('PUT /user/passkeys/:passkeyId', { params: { passkeyId }, body: { name: next } })}
          onClose={() => setOpen(undefined)}
        />
      )}
      <ActionDialog
        isOpen={open === 'remove'}
        title={t`Remove “${name}”?`}
        confirmLabel={t`Remove`}
        run={() => call('DELETE /user/passkeys/:passkeyId', { params: { passkeyId } })}
        messages={{ error: words.changeFailed }}
        changes={securityPage}
        onClose={() => setOpen(undefined)}
      >
        <Trans>It no longer logs you in. Delete it on the device too.</Trans>
        {isLastWay && ` ${t`You have no password, so codes by email are then the only way to log in.`}`}
      </ActionDialog>
    </Row>
  );
}

/** What a passkey is, and the way to add one. */
export function AddPasskey() {
  const { t } = useLingui();
  const write = useWriter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="max-w-md">
        <Trans>
          A passkey is your finger, face or PIN on a device that is yours. It cannot be guessed or passed on.
        </Trans>
      </p>
      {hasPasskeys() && (
        <Button tone="quiet" onClick={() => setOpen(true)}>
          <Plus size={18} aria-hidden="true" />
          <Trans>Add a passkey</Trans>
        </Button>
      )}
      {isOpen && (
        <NameDialog
          title={t`Add a passkey`}
          lead={t`Your device asks for your finger, face or PIN. Then the passkey logs you in without a password.`}
          confirmLabel={t`Continue`}
          name={write(deviceSaid(deviceName(navigator.userAgent)))}
          error={words.addFailed}
          run={async (name) => call('POST /user/passkeys', { body: { name, passkey: await createPasskey() } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
