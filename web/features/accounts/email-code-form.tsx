import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { addresses } from '#contract/accounts/addresses.ts';
import { messages } from '#contract/messages.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

const words = messages.addresses;

interface EmailCodeFormProps {
  email: string;
  /** For the second step, where it is on. */
  onTicket: (ticket: string) => void;
  onBack: () => void;
}

/** A login with a code that is emailed, in the place of the password. */
export default function EmailCodeForm({ email, onTicket, onBack }: EmailCodeFormProps) {
  const [asked, setAsked] = useState<{ ticket: string; email: string }>();
  return (
    <div className="space-y-5">
      {asked ? (
        <CodeForm {...asked} onTicket={onTicket} />
      ) : (
        <AddressForm email={email} onAsked={(ticket, to) => setAsked({ ticket, email: to })} />
      )}
      <Button tone="ghost" className="w-full" onClick={onBack}>
        <Trans>Back to the password</Trans>
      </Button>
    </div>
  );
}

function AddressForm({ email, onAsked }: { email: string; onAsked: (ticket: string, email: string) => void }) {
  const { t } = useLingui();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: addresses.requestCode.body,
    defaults: { email },
    messages: { error: words.codeFailed, incomplete: words.missing },
    run: async (body) => ({ ...(await call('POST /user/login/code', { body })), to: body.email }),
    onSuccess: ({ ticket, to }) => onAsked(ticket, to),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);
  return (
    <form className="space-y-5" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        hint={t`You can read the email on another device.`}
        {...field('email', t`Enter your email`)}
      />
      <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
        <Trans>Send code</Trans>
      </Button>
    </form>
  );
}

/** A wrong code stays in its field; the ticket of the second step leads on. */
const logIn = (ticket: string, code: string) =>
  call('POST /user/login/code/finish', { body: { ticket, code } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.ticket !== undefined)
      return { ticket: error.ticket, message: errorMessage(error, messages.factors.codeMissing) };
    throw error;
  });

interface CodeFormProps {
  ticket: string;
  email: string;
  onTicket: (ticket: string) => void;
}

function CodeForm({ ticket, email, onTicket }: CodeFormProps) {
  const { t } = useLingui();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: addresses.logInWithCode.body.pick({ code: true }),
    defaults: { code: '' },
    messages: { error: messages.login.error, incomplete: messages.factors.codeMissing },
    run: ({ code }) => logIn(ticket, code),
    onSuccess: (response) => ('ticket' in response ? onTicket(response.ticket) : sessionStore.start(response)),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form className="space-y-5" noValidate onSubmit={onSubmit}>
      {formError ? <FormAlert>{formError}</FormAlert> : <FormAlert tone="success">{words.codeSent}</FormAlert>}
      <TextField
        label={t`Code from the email`}
        hint={t`Six digits, emailed to ${email}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...field('code', messages.factors.codeMissing)}
      />
      <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
        <Trans>Login</Trans>
      </Button>
    </form>
  );
}
