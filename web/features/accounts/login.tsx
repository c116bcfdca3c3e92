import { Trans, useLingui } from '@lingui/react/macro';
import { Fingerprint, Mail } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call, type CallOptions } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, PasswordField, TextField } from '#web/ui/forms/fields.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useVisitorForm } from '#web/ui/forms/use-visitor-form.ts';
import { pathTo } from '#web/app/path-to.ts';
import { OrderSummary, SubscribeLead } from '#web/features/billing/checkout/order-later.tsx';
import { useCheckoutToReturnTo, useLoginState } from '#web/app/session/guard.tsx';
import { sessionStore } from '#web/app/session/session.ts';
import { ProviderButton, ProviderTerms } from './provider-button.tsx';

const EmailCodeForm = lazy(() => import('./email-code-form.tsx'));
const SecondStepForm = lazy(() => import('./security/second-step-form.tsx'));

const never = () => () => undefined;
/** Whether the browser knows passkeys; the server supposes so. */
const useIsOffered = (): boolean =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => true,
  );

/** The response of a login, or the ticket for its second step. */
const logIn = (body: CallOptions<'POST /user/login'>['body']) =>
  call('POST /user/login', { body }).catch((error: unknown) => {
    // The message ends the toast of the login.
    if (error instanceof ApiError && error.ticket !== undefined)
      return { ticket: error.ticket, message: errorMessage(error, messages.factors.codeMissing) };
    throw error;
  });

export function Component() {
  const { t } = useLingui();
  const { brandName, heroText } = useSite();
  const checkout = useCheckoutToReturnTo();
  const [ticket, setTicket] = useState<string>();
  /** The address that was typed before a code was asked for. */
  const [codeFor, setCodeFor] = useState<string>();
  return (
    <FormPage
      heading={t`Login`}
      description={t`Log in to ${brandName}. ${heroText}`}
      above={checkout && <OrderSummary checkout={checkout} />}
      lead={checkout ? <SubscribeLead checkout={checkout} /> : <Trans>Pick up where you left off.</Trans>}
    >
      {ticket === undefined && codeFor === undefined && <PasswordForm onTicket={setTicket} onCode={setCodeFor} />}
      {ticket !== undefined && (
        <Suspense>
          <SecondStepForm ticket={ticket} onBack={() => setTicket(undefined)} />
        </Suspense>
      )}
      {ticket === undefined && codeFor !== undefined && (
        <Suspense>
          <EmailCodeForm email={codeFor} onTicket={setTicket} onBack={() => setCodeFor(undefined)} />
        </Suspense>
      )}
    </FormPage>
  );
}

interface PasswordFormProps {
  onTicket: (ticket: string) => void;
  onCode: (email: string) => void;
}

const NewHere = () => (
  <p className="text-muted mt-6 text-sm">
    <Trans>New here?</Trans>{' '}
    <Link to={pathTo('signup')} state={useLoginState()} className="link text-base-content font-semibold">
      <Trans>Create an account</Trans>
    </Link>
  </p>
);

function PasswordForm({ onTicket, onCode }: PasswordFormProps) {
  const { t } = useLingui();
  const { loading, error, incomplete } = messages.login;
  const { formProps, formError, isBusy, field, read } = useVisitorForm({
    schema: async () => (await import('#contract/accounts/accounts.ts')).LoginBody,
    defaults: { email: '', password: '' },
    messages: { loading, error, incomplete },
    run: logIn,
    // The guard of this page then redirects to where the user wanted to go.
    onSuccess: (response) => ('ticket' in response ? onTicket(response.ticket) : sessionStore.start(response)),
  });
  return (
    <>
      <form {...formProps} className="space-y-5">
        {formError && <FormAlert>{formError}</FormAlert>}
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          {...field('email', t`Enter your email`)}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          required
          aside={
            <Link to={pathTo('forgotPassword')} className="link font-medium">
              <Trans>Forgot password?</Trans>
            </Link>
          }
          {...field('password', t`Enter your password`)}
        />
        <Button type="submit" size="large" className="mt-2 w-full" isBusy={isBusy}>
          <Trans>Login</Trans>
        </Button>
      </form>
      <ProviderButton />
      <PasskeyLogin />
      <Button tone="quiet" size="large" className="mt-3 w-full" onClick={() => onCode(read().email)}>
        <Mail size={20} aria-hidden="true" />
        <Trans>Email me a code</Trans>
      </Button>
      <ProviderTerms />
      <NewHere />
    </>
  );
}

/** The code that helps with passkeys is loaded with the first use. */
function PasskeyLogin() {
  const isOffered = useIsOffered();
  const { start, isBusy } = useAction({
    run: async () => {
      const { askForPasskey } = await import('./security/passkey.ts');
      return call('POST /user/login/passkey', { body: { passkey: await askForPasskey() } });
    },
    messages: { error: messages.factors.passkeyFailed },
    onSuccess: (response) => sessionStore.start(response),
  });
  return (
    // It keeps its place where it is not offered: nothing moves under a finger while the page begins.
    <Button
      tone="quiet"
      size="large"
      className={`mt-3 w-full ${isOffered ? '' : 'invisible'}`}
      isBusy={isBusy}
      onClick={() => void start(undefined)}
    >
      <Fingerprint size={20} aria-hidden="true" />
      <Trans>Use a passkey</Trans>
    </Button>
  );
}
