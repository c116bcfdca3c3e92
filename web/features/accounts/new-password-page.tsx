import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, PasswordField } from '#web/ui/forms/fields.tsx';
import { PasswordStrength } from '#web/ui/forms/password-strength.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { pathTo } from '#web/app/path-to.ts';
import { isUnsuccessfulResponse } from './response-errors.ts';

const { success, error: failed, unexpected, incomplete } = messages.resetPassword;
const REDIRECT_AFTER_MS = 1500;

/** With the status 200 or 201 the password is set, whatever the body is; no other 2xx is expected. */
const judgedByStatus = (error: unknown): { message: string } => {
  if (!isUnsuccessfulResponse(error)) throw error;
  if (error.status === 200 || error.status === 201) return { message: error.serverMessage ?? '' };
  throw new ApiError({ status: error.status, code: error.code, serverMessage: unexpected });
};

const useLoginSoon = (isDone: boolean): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate(pathTo('login')), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
};

interface NewPasswordPageProps {
  heading: string;
  lead: string;
  buttonLabel: string;
}

/** Sets a password with the link of an email, then goes to the login page. */
export function NewPasswordPage({ heading, lead, buttonLabel }: NewPasswordPageProps) {
  const { token = '' } = useParams();
  const [confirmation, setConfirmation] = useState<string>();
  useLoginSoon(confirmation !== undefined);
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: async () => (await import('#contract/accounts/accounts.ts')).ResetPasswordBody,
    defaults: { password: '' },
    messages: { success, error: failed, incomplete },
    run: (body): Promise<{ message: string }> =>
      call('POST /user/reset-password/:token', { params: { token }, body: { ...body, checkPassword: 'true' } }).catch(
        judgedByStatus,
      ),
    onSuccess: ({ message }) => setConfirmation(message || success),
  });
  return (
    <FormPage heading={heading} lead={lead}>
      <form className="space-y-5" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        {confirmation && <FormAlert tone="success">{confirmation}</FormAlert>}
        <PasswordField
          label="New Password"
          required
          autoComplete="new-password"
          hint={<PasswordStrength typed={form.watch('password')} />}
          {...field('password', incomplete)}
        />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy} isDisabled={confirmation !== undefined}>
          {buttonLabel}
        </Button>
      </form>
      <p className="mt-6 text-sm text-muted">
        Link expired?{' '}
        <Link to={pathTo('forgotPassword')} className="link font-semibold text-base-content">
          Request a new one
        </Link>
      </p>
    </FormPage>
  );
}
