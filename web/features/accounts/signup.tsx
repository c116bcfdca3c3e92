import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { ACCEPTED_BY_ACCOUNTS } from '#contract/accepted-pages.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, PasswordField, TextField } from '#web/ui/forms/fields.tsx';
import { PasswordStrength } from '#web/ui/forms/password-strength.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { AcceptedPages } from '#web/ui/page/accepted-pages.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useVisitorForm } from '#web/ui/forms/use-visitor-form.ts';
import { pathTo } from '#web/app/path-to.ts';
import { OrderSummary, SignupLead } from '#web/features/billing/checkout/order-later.tsx';
import { useCheckoutToReturnTo, useLoginState } from '#web/app/session/guard.tsx';
import { acceptPages } from '#web/app/session/accept-pages.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { AvatarField } from './avatar-field.tsx';
import { ProviderButton } from './provider-button.tsx';

const toBuy = (checkout: string) => ({
  above: <OrderSummary checkout={checkout} />,
  lead: <SignupLead checkout={checkout} />,
});

/** The form, which also records that the new account accepts the pages of the school. */
const useSignup = () => {
  const { sitePages, language: ofSchool } = useSite();
  const { i18n } = useLingui();
  const language = i18n.locale === ofSchool ? {} : { language: i18n.locale };
  return useVisitorForm({
    schema: async () => (await import('./signup-form.ts')).SignupForm,
    defaults: { fullName: '', email: '', password: '' },
    messages: messages.register,
    run: async ({ avatar: chosen, ...fields }) => {
      const avatar = chosen ?? (await (await import('./draw-initials.ts')).drawInitials(fields.fullName));
      return call('POST /user/register', {
        fields: { ...fields, ...language, checkPassword: 'true' },
        files: { avatar },
      });
    },
    // The guard of this page then redirects to where the user wanted to go.
    onSuccess: (response) => {
      sessionStore.start(response);
      void acceptPages(sitePages, ACCEPTED_BY_ACCOUNTS);
    },
  });
};

export function Component() {
  const { t } = useLingui();
  const { brandName, heroText } = useSite();
  const state = useLoginState();
  const checkout = useCheckoutToReturnTo();
  const { formProps, values, formError, isBusy, field, fileField } = useSignup();
  const { fullName, email, password } = values;

  return (
    <FormPage
      heading={t`Signup`}
      description={t`Create an account at ${brandName}. ${heroText}`}
      {...(checkout ? toBuy(checkout) : { lead: t`One account for every course.` })}
      quotation={2}
    >
      <form {...formProps} className="space-y-5">
        {formError && <FormAlert>{formError}</FormAlert>}
        <TextField label={t`Full Name`} autoComplete="name" required {...field('fullName', t`Enter your name`)} />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          {...field('email', t`Enter your email`)}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          required
          hint={<PasswordStrength typed={password} own={[fullName, email]} />}
          {...field('password', t`Choose a password`)}
        />
        <AvatarField fullName={fullName} {...fileField('avatar', t`Choose an image`)} />
        <Button type="submit" size="large" className="mt-2 w-full" isBusy={isBusy}>
          <Trans>Create Account</Trans>
        </Button>
      </form>
      <ProviderButton />
      <AcceptedPages slugs={ACCEPTED_BY_ACCOUNTS} lead={t`By creating an account you accept`} className="meta mt-4" />
      <p className="text-muted mt-6 text-sm">
        <Trans>Already have an account?</Trans>{' '}
        <Link to={pathTo('login')} state={state} className="link text-base-content font-semibold">
          <Trans>Login</Trans>
        </Link>
      </p>
    </FormPage>
  );
}
