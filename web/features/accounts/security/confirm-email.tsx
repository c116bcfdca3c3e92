import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Link2Off, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { refreshUser, useSession } from '#web/app/session/use-session.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Confirmed = ResponseOf<'POST /user/confirm-email/:token'>;

const nextStep = ({ email, waitsFor, newAloneAt }: Confirmed, timeZone: string, { _, locale }: Language): string => {
  if (waitsFor.includes('new')) return _(msg`Now open the link in the email to ${email}.`);
  if (newAloneAt === null) return _(msg`${email} is the address of your account.`);
  const day = formatDay(newAloneAt, timeZone, locale);
  return _(
    msg`Now open the link in the email to your old address. If you cannot read it, open this link again from ${day}: then it is enough.`,
  );
};

const words = messages.addresses;

/** The next step of a visitor is to log in; that of a user is a new link. */
function Failed({ failure }: { failure: string }) {
  const { t } = useLingui();
  const isLoggedIn = useSession() !== undefined;
  const { data } = useQuery(endpointQuery('security', 'GET /user/security', { enabled: isLoggedIn }));
  // A link to another address is requested where that is entered.
  const isUnconfirmed = data?.address.isConfirmed === false && data.address.pending === null;
  return (
    <Outcome
      icon={<Link2Off size={64} className="text-error" aria-hidden="true" />}
      heading={t`Address not confirmed`}
      action={
        <div className="grid gap-3">
          {isUnconfirmed && (
            <ActionButton
              size="large"
              run={() => call('POST /user/email/confirmation')}
              messages={{ success: words.linkSent, error: words.confirmFailed }}
            >
              <Trans>Email me a new link</Trans>
            </ActionButton>
          )}
          <LinkButton
            tone={isUnconfirmed ? 'quiet' : 'primary'}
            size="large"
            to={pathTo(isLoggedIn ? 'security' : 'login')}
            state={isLoggedIn ? undefined : { returnTo: pathTo('security') }}
          >
            {isLoggedIn ? t`Security and data` : t`Login`}
          </LinkButton>
        </div>
      }
    >
      <p>{failure}.</p>
      {!isUnconfirmed && (
        <p className="mt-2">
          {isLoggedIn ? t`Request a new link under Security.` : t`Log in, and request a new link under Security.`}
        </p>
      )}
    </Outcome>
  );
}

/** The page of the link in an email that confirms an address. Opening it changes nothing. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const { token = '' } = useParams();
  const { timeZone } = useSite();
  const isLoggedIn = useSession() !== undefined;
  const [failure, setFailure] = useState<string>();
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const { start, isBusy } = useAction({
    run: () => call('POST /user/confirm-email/:token', { params: { token } }),
    messages: { error: words.confirmFailed },
    // Without one the server was not reached, and another try may help.
    onError: (error) => setFailure(error instanceof ApiError ? error.serverMessage : undefined),
    onSuccess: (response) => {
      setConfirmed(response);
      if (isLoggedIn) void refreshUser().catch(() => undefined);
    },
  });
  if (confirmed)
    return (
      <Outcome
        icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
        heading={confirmed.message}
        action={
          <LinkButton to={pathTo(isLoggedIn ? 'security' : 'login')} size="large" className="w-full">
            {isLoggedIn ? t`Security and data` : t`Login`}
          </LinkButton>
        }
      >
        <p className="wrap-anywhere">{nextStep(confirmed, timeZone, language)}</p>
      </Outcome>
    );
  if (failure !== undefined) return <Failed failure={failure} />;
  return (
    <Outcome
      icon={<MailCheck size={64} className="text-primary" aria-hidden="true" />}
      heading={t`Confirm your address`}
      action={
        <Button size="large" className="w-full" isBusy={isBusy} onClick={() => void start(undefined)}>
          <Trans>Confirm Address</Trans>
        </Button>
      }
    >
      <p>
        <Trans>The email with this link reached you, so the address is yours.</Trans>
      </p>
    </Outcome>
  );
}
