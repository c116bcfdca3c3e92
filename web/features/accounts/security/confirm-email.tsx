import { CircleCheck, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { refreshUser, useSession } from '#web/app/session/use-session.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#web/ui/text/format.ts';

type Confirmed = ResponseOf<'POST /user/confirm-email/:token'>;

const nextStep = ({ email, waitsFor, newAloneAt }: Confirmed, timeZone: string): string => {
  if (waitsFor.includes('new')) return `Now open the link in the email to ${email}.`;
  if (newAloneAt === null) return `${email} is the address of your account.`;
  const day = formatDay(newAloneAt, timeZone);
  return `Now open the link in the email to your old address. If you cannot read it, open this link again from ${day}: then it is enough.`;
};

/** The page of the link in an email that confirms an address. Opening it changes nothing. */
export function Component() {
  const { token = '' } = useParams();
  const { timeZone } = useSite();
  const isLoggedIn = useSession() !== undefined;
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const { start, isBusy } = useAction({
    run: () => call('POST /user/confirm-email/:token', { params: { token } }),
    messages: { error: messages.addresses.confirmFailed },
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
            {isLoggedIn ? 'Security and data' : 'Login'}
          </LinkButton>
        }
      >
        <p className="wrap-anywhere">{nextStep(confirmed, timeZone)}</p>
      </Outcome>
    );
  return (
    <Outcome
      icon={<MailCheck size={64} className="text-primary" aria-hidden="true" />}
      heading="Confirm your address"
      action={
        <Button size="large" className="w-full" isBusy={isBusy} onClick={() => void start(undefined)}>
          Confirm Address
        </Button>
      }
    >
      <p>The email with this link reached you, so the address is yours.</p>
    </Outcome>
  );
}
