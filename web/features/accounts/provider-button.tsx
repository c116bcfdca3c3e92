import { Trans, useLingui } from '@lingui/react/macro';
import { LogIn } from 'lucide-react';
import { ACCEPTED_BY_ACCOUNTS } from '#contract/accepted-pages.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { useReturnTo } from '#web/app/session/guard.tsx';
import { Button } from '#web/ui/button.tsx';
import { AcceptedPages } from '#web/ui/page/accepted-pages.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { rememberLogin } from './started-login.ts';

/** Logs in, or signs up, at the other service that the owner has set up. */
export function ProviderButton() {
  const { loginProvider } = useSite();
  const returnTo = useReturnTo();
  const { i18n } = useLingui();
  const { start, isBusy } = useAction({
    run: () => call('POST /user/login/provider'),
    messages: { success: '', error: messages.providers.failed },
    onSuccess: ({ address, ticket }) => {
      rememberLogin({ ticket, returnTo, language: i18n.locale, isAdding: false });
      window.location.assign(address);
    },
  });
  if (loginProvider === '') return null;
  return (
    <Button tone="quiet" size="large" className="mt-3 w-full" isBusy={isBusy} onClick={() => void start(undefined)}>
      <LogIn size={20} aria-hidden="true" />
      <Trans>Continue with {loginProvider}</Trans>
    </Button>
  );
}

/** What its button accepts on the page for logins, where it may create an account too. */
export function ProviderTerms() {
  const { t } = useLingui();
  const { loginProvider } = useSite();
  if (loginProvider === '') return null;
  const lead = t`By creating an account with ${loginProvider} you accept`;
  return <AcceptedPages slugs={ACCEPTED_BY_ACCOUNTS} lead={lead} className="meta mt-4" />;
}
