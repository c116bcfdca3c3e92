import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, PasswordField, TextField } from '#web/ui/forms/fields.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { pathTo } from '#web/app/path-to.ts';
import { OrderSummary, SubscribeLead } from '#web/features/billing/checkout/order-summary.tsx';
import { useCheckoutToReturnTo, useLoginState } from '#web/app/session/guard.tsx';
import { sessionStore } from '#web/app/session/session.ts';

export function Component() {
  const { brandName, heroText } = useSite();
  const state = useLoginState();
  const checkout = useCheckoutToReturnTo();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: async () => (await import('#contract/accounts.ts')).LoginBody,
    defaults: { email: '', password: '' },
    messages: messages.login,
    run: (body) => call('POST /user/login', { body }),
    // The guard of this page then redirects to where the user wanted to go.
    onSuccess: (response) => sessionStore.start(response),
  });

  return (
    <FormPage
      heading="Login"
      description={`Log in to ${brandName}. ${heroText}`}
      above={checkout && <OrderSummary checkout={checkout} />}
      lead={checkout ? <SubscribeLead checkout={checkout} /> : 'Pick up where you left off.'}
    >
      <form method="post" className="space-y-5" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        <TextField label="Email" type="email" autoComplete="email" required {...field('email', 'Enter your email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          aside={
            <Link to={pathTo('forgotPassword')} className="link font-medium">
              Forgot password?
            </Link>
          }
          {...field('password', 'Enter your password')}
        />
        <Button type="submit" size="large" className="mt-2 w-full" isBusy={isBusy}>
          Login
        </Button>
      </form>
      <p className="text-muted mt-6 text-sm">
        New here?{' '}
        <Link to={pathTo('signup')} state={state} className="link text-base-content font-semibold">
          Create an account
        </Link>
      </p>
    </FormPage>
  );
}
