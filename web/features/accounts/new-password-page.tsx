import { Trans, useLingui } from '@lingui/react/macro';
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
import { sessionStore } from '#web/app/session/session.ts';
import { isUnsuccessfulResponse } from './response-errors.ts';

const { success, error: failed, unexpected, incomplete } = messages.resetPassword;
const REDIRECT_AFTER_MS = 1500;

/** With the status 200 or 201 the password is set, whatever the body is; no other 2xx is expected. */
const judgedByStatus = (error: unknown): { message: string; invitedEmail?: string } => {
  if (!isUnsuccessfulResponse(error)) throw error;
  if (error.status === 200 || error.status === 201) return { message: error.serverMessage ?? '' };
  throw new ApiError({ status: error.status, code: error.code, serverMessage: unexpected });
};

/** Where the person goes, and what is said until then. */
interface Done {
  message: string;
  next: 'login' | 'teach' | 'learning';
}

/** A person who has just shown that the invited address is theirs is logged in; if that fails, they log in themselves. */
const enter = async (email: string, password: string): Promise<Done['next'] | undefined> => {
  const login = await call('POST /user/login', { body: { email, password } }).catch(() => undefined);
  if (!login) return undefined;
  sessionStore.start(login);
  return login.user.teaches ? 'teach' : 'learning';
};

const useNextSoon = (next: Done['next'] | undefined): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!next) return undefined;
    const timer = setTimeout(() => void navigate(pathTo(next)), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [next, navigate]);
};

interface NewPasswordPageProps {
  heading: string;
  lead: string;
  buttonLabel: string;
  isInvitation?: boolean;
}

/** Sets a password with the link of an email, then goes to the login page; who was invited is logged in. */
export function NewPasswordPage({ heading, lead, buttonLabel, isInvitation = false }: NewPasswordPageProps) {
  const { t } = useLingui();
  const { token = '' } = useParams();
  const [done, setDone] = useState<Done>();
  useNextSoon(done?.next);
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: async () => (await import('#contract/accounts/accounts.ts')).ResetPasswordBody,
    defaults: { password: '' },
    messages: { success, error: failed, incomplete },
    run: async (body): Promise<Done> => {
      const { message, invitedEmail } = await call('POST /user/reset-password/:token', {
        params: { token },
        body: { ...body, checkPassword: 'true' },
      }).catch(judgedByStatus);
      const entered = isInvitation && invitedEmail !== undefined ? await enter(invitedEmail, body.password) : undefined;
      return entered ? { message: t`You’re in.`, next: entered } : { message: message || success, next: 'login' };
    },
    onSuccess: setDone,
  });
  return (
    <FormPage heading={heading} lead={lead}>
      <form className="space-y-5" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        {done && <FormAlert tone="success">{done.message}</FormAlert>}
        <PasswordField
          label={t`New Password`}
          required
          autoComplete="new-password"
          hint={<PasswordStrength typed={form.watch('password')} />}
          {...field('password', incomplete)}
        />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy} isDisabled={done !== undefined}>
          {buttonLabel}
        </Button>
      </form>
      <p className="mt-6 text-sm text-muted">
        <Trans>
          Link expired?{' '}
          <Link to={pathTo('forgotPassword')} className="link font-semibold text-base-content">
            Request a new one
          </Link>
        </Trans>
      </p>
    </FormPage>
  );
}
