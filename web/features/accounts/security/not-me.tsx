import { CircleCheck, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';

const words = messages.factors;

/** The page of the link in an email about a login or a change. Opening it changes nothing. */
export function Component() {
  const { token = '' } = useParams();
  const [isDone, setDone] = useState(false);
  const { start, isBusy } = useAction({
    run: () => call('POST /user/not-me/:token', { params: { token } }),
    messages: { error: words.secureFailed },
    onSuccess: () => setDone(true),
  });
  if (isDone)
    return (
      <Outcome
        icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
        heading="Your account is secured"
        action={null}
      >
        <p>
          Every device is logged out, and the old password no longer works. Open the email with the link to choose a new
          one.
        </p>
      </Outcome>
    );
  return (
    <Outcome
      icon={<ShieldAlert size={64} className="text-error" aria-hidden="true" />}
      heading="Was this not you?"
      action={
        <Button size="large" className="w-full" isBusy={isBusy} onClick={() => void start(undefined)}>
          Secure my account
        </Button>
      }
    >
      <p>All devices are logged out, the password ends, and you get an email with a link to choose a new one.</p>
    </Outcome>
  );
}
