import { useState } from 'react';
import { Link } from 'react-router';
import { ForgotPasswordBody } from '#contract/accounts.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/components/button.tsx';
import { FormAlert, TextField } from '#web/components/fields.tsx';
import { FormPage } from '#web/components/form-page.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';

const { sent, error, incomplete } = messages.forgotPassword;

/** Asks for a link to choose a new password. What the server says shows under the form and as a toast. */
export function Component() {
  const [answer, setAnswer] = useState<string>();
  const { complaint, isBusy, onSubmit, field } = useContractForm({
    schema: ForgotPasswordBody,
    defaults: { email: '' },
    sentences: { success: sent, error, incomplete },
    run: (body) => {
      setAnswer(undefined);
      return call('POST /user/reset', { body });
    },
    onSuccess: ({ message }) => setAnswer(message || sent),
  });
  return (
    <FormPage
      heading="Forgot Password"
      lead="Enter the email of your account, and a link to choose a new password comes by mail."
    >
      <form className="space-y-5" noValidate onSubmit={(event) => void onSubmit(event)}>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          {...field('email', incomplete)}
        />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
          Send Reset Link
        </Button>
      </form>
      <div className="mt-6 empty:hidden">
        {complaint && <FormAlert>{complaint}</FormAlert>}
        {!complaint && answer && <FormAlert tone="success">{answer}</FormAlert>}
      </div>
      <p className="mt-6 text-sm text-muted">
        You remember it?{' '}
        <Link to="/login" className="link font-semibold text-base-content">
          Login
        </Link>
      </p>
    </FormPage>
  );
}
