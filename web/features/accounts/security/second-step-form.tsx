import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { factors } from '#contract/accounts/factors.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

const Code = factors.confirmSecondStep.body;

/** The second step of a login, after the password. */
export default function SecondStepForm({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const { t } = useLingui();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: Code,
    defaults: { code: '' },
    messages: { error: messages.login.error, incomplete: messages.factors.codeMissing },
    run: ({ code }) => call('POST /user/login/second-step', { body: { ticket, code } }),
    onSuccess: (response) => sessionStore.start(response),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form className="space-y-5" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <TextField
        label={t`Code of your authenticator app`}
        hint={t`Lost your phone? Enter one of your recovery codes.`}
        autoComplete="one-time-code"
        required
        {...field('code', messages.factors.codeMissing)}
      />
      <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
        <Trans>Login</Trans>
      </Button>
      <Button tone="ghost" className="w-full" onClick={onBack}>
        <Trans>Back to the password</Trans>
      </Button>
    </form>
  );
}
