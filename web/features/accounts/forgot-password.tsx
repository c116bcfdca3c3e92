import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { pathTo } from '#web/app/path-to.ts';

const { sent, error, incomplete } = messages.forgotPassword;

/** The message of the server is shown under the form and as a toast. */
export function Component() {
  const { sendsEmail } = useSite();
  const { t } = useLingui();
  const [confirmation, setConfirmation] = useState<string>();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: async () => (await import('#contract/accounts/accounts.ts')).ForgotPasswordBody,
    defaults: { email: '' },
    messages: { success: sent, error, incomplete },
    run: (body) => {
      setConfirmation(undefined);
      return call('POST /user/reset', { body });
    },
    onSuccess: ({ message }) => setConfirmation(message || sent),
  });
  return (
    <FormPage heading={t`Forgot Password`} lead={t`Enter your email and we’ll email you a reset link.`}>
      <form className="space-y-5" noValidate onSubmit={onSubmit}>
        <TextField
          label={t`Email`}
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          {...field('email', incomplete)}
        />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
          <Trans>Send Reset Link</Trans>
        </Button>
      </form>
      <div className="mt-6 empty:hidden">
        {formError && <FormAlert>{formError}</FormAlert>}
        {!formError && confirmation && <FormAlert tone={sendsEmail ? 'success' : 'error'}>{confirmation}</FormAlert>}
      </div>
      <p className="mt-6 text-sm text-muted">
        <Trans>
          Remembered it?{' '}
          <Link to={pathTo('login')} className="link font-semibold text-base-content">
            Login
          </Link>
        </Trans>
      </p>
    </FormPage>
  );
}
