import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ResetPasswordBody } from '#contract/accounts.ts';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/components/button.tsx';
import { FormAlert, PasswordField } from '#web/components/fields.tsx';
import { FormPage } from '#web/components/form-page.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';
import { answeredBadly } from '#web/pages/account/answers.ts';

const { success, error: failed, unexpected, incomplete } = messages.resetPassword;
const REDIRECT_AFTER_MS = 1500;

/** A status that a reset never answers with, whatever its body says. */
const judged = (error: unknown): unknown => {
  if (!answeredBadly(error) || error.status === 200 || error.status === 201) return error;
  return new ApiError({ status: error.status, code: error.code, serverMessage: unexpected });
};

const useLoginSoon = (isDone: boolean): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate('/login'), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
};

/** A new password for someone with a link from the mail. */
export function Component() {
  const { token = '' } = useParams();
  const [answer, setAnswer] = useState<string>();
  useLoginSoon(answer !== undefined);
  const { complaint, isBusy, onSubmit, field } = useContractForm({
    schema: ResetPasswordBody,
    defaults: { password: '' },
    sentences: { success, error: failed, incomplete },
    run: (body) =>
      call('POST /user/reset-password/:token', { params: { token }, body }).catch((error: unknown) => {
        throw judged(error);
      }),
    onSuccess: ({ message }) => setAnswer(message || success),
  });
  return (
    <FormPage heading="Reset Password" lead="Choose the password that you log in with from now on.">
      <form className="space-y-5" noValidate onSubmit={(event) => void onSubmit(event)}>
        {complaint && <FormAlert>{complaint}</FormAlert>}
        {answer && <FormAlert tone="success">{answer}</FormAlert>}
        <PasswordField
          label="New Password"
          required
          autoComplete="new-password"
          hint="At least 8 characters"
          {...field('password', incomplete)}
        />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy} isDisabled={answer !== undefined}>
          Update Password
        </Button>
      </form>
      <p className="mt-6 text-sm text-muted">
        The link no longer works?{' '}
        <Link to="/forget-password" className="link font-semibold text-base-content">
          Ask for a new one
        </Link>
      </p>
    </FormPage>
  );
}
