import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { factors } from '#contract/accounts/factors.ts';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { PasswordField, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { askForPasskey } from './passkey.ts';

const words = messages.factors;

interface WayProps {
  onEnd: (isConfirmed: boolean) => void;
}

function WithPasskey({ onEnd }: WayProps) {
  const { start, isBusy } = useAction({
    run: async () => call('POST /user/confirm', { body: { passkey: await askForPasskey() } }),
    messages: { error: words.passkeyFailed },
    onSuccess: () => onEnd(true),
  });
  return (
    <Button tone="quiet" isBusy={isBusy} onClick={() => void start(undefined)}>
      <Fingerprint size={18} aria-hidden="true" />
      <Trans>Use a passkey</Trans>
    </Button>
  );
}

/** A new login is as fresh as a confirmation. The guard of the page leads to it, and back. */
function LogInAgain({ onEnd, children }: WayProps & { children: ReactNode }) {
  const { t } = useLingui();
  const { start, isBusy } = useAction({
    run: () => call('GET /user/logout'),
    messages: { success: '', error: messages.logout.error },
    onSuccess: () => {
      sessionStore.end();
      onEnd(false);
    },
  });
  return (
    <FormDialog
      title={t`Confirm that it is you`}
      lead={t`Log in again to continue. You come back to this page.`}
      confirmLabel={t`Log in again`}
      formError={undefined}
      isBusy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void start(undefined);
      }}
      onClose={() => onEnd(false)}
    >
      {children}
    </FormDialog>
  );
}

/** Asks for the password, and a code where the second step is on, or for a passkey. */
export default function ConfirmIdentity({ onEnd }: WayProps) {
  const { t } = useLingui();
  const security = useQuery(endpointQuery('security', 'GET /user/security')).data;
  const [needsCode, setNeedsCode] = useState(false);
  const asksForCode = needsCode || Boolean(security?.secondStep);
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: factors.confirm.body,
    defaults: { password: '' },
    messages: { error: words.confirmFailed, incomplete: words.confirmIncomplete },
    run: (body) =>
      call('POST /user/confirm', { body }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'code_needed') setNeedsCode(true);
        throw error;
      }),
    onSuccess: () => onEnd(true),
  });
  const passkey = security && security.passkeys.length > 0 && <WithPasskey onEnd={onEnd} />;
  if (security?.password.isSet === false) return <LogInAgain onEnd={onEnd}>{passkey}</LogInAgain>;
  return (
    <FormDialog
      title={t`Confirm that it is you`}
      lead={t`Enter your password to continue.`}
      confirmLabel={t`Confirm`}
      {...{ formError, isBusy, onSubmit }}
      onClose={() => onEnd(false)}
    >
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        data-first=""
        {...field('password', words.confirmIncomplete)}
      />
      {asksForCode && (
        <TextField
          label={t`Code of your authenticator app, or a recovery code`}
          autoComplete="one-time-code"
          inputMode="numeric"
          {...field('code', words.codeMissing)}
        />
      )}
      {passkey}
    </FormDialog>
  );
}
