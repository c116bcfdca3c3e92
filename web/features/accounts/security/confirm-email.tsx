import { CircleCheck, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { refreshUser, useSession } from '#web/app/session/use-session.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';

/** The page of the link in an email that confirms an address. Opening it changes nothing. */
export function Component() {
  const { token = '' } = useParams();
  const isLoggedIn = useSession() !== undefined;
  const [email, setEmail] = useState<string>();
  const { start, isBusy } = useAction({
    run: () => call('POST /user/confirm-email/:token', { params: { token } }),
    messages: { error: messages.addresses.confirmFailed },
    onSuccess: (confirmed) => {
      setEmail(confirmed.email);
      if (isLoggedIn) void refreshUser().catch(() => undefined);
    },
  });
  if (email !== undefined)
    return (
      <Outcome
        icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
        heading="Address confirmed"
        action={
          <LinkButton to={pathTo(isLoggedIn ? 'security' : 'login')} size="large" className="w-full">
            {isLoggedIn ? 'Security and data' : 'Login'}
          </LinkButton>
        }
      >
        <p className="wrap-anywhere">{email} is the address of your account.</p>
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
