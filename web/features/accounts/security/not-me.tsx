import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Link2Off, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';

const words = messages.factors;

const Failed = ({ failure }: { failure: string }) => {
  const { t } = useLingui();
  return (
    <Outcome
      icon={<Link2Off size={64} className="text-error" aria-hidden="true" />}
      heading={t`Account not secured`}
      action={
        <LinkButton size="large" className="w-full" to={pathTo('forgotPassword')}>
          <Trans>Reset password</Trans>
        </LinkButton>
      }
    >
      <p>{failure}.</p>
      <p className="mt-2">
        <Trans>Reset your password: that logs out every device.</Trans>
      </p>
    </Outcome>
  );
};

/** The page of the link in an email about a login or a change. Opening it changes nothing. */
export function Component() {
  const { t } = useLingui();
  const { token = '' } = useParams();
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { start, isBusy } = useAction({
    run: () => call('POST /user/not-me/:token', { params: { token } }),
    messages: { error: words.secureFailed },
    onSuccess: () => setDone(true),
    // Without one the server was not reached, and another try may help.
    onError: (error) => setFailure(error instanceof ApiError ? error.serverMessage : undefined),
  });
  if (isDone)
    return (
      <Outcome
        icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
        heading={t`Your account is secured`}
        action={null}
      >
        <p>
          <Trans>
            Every device is logged out, and the old password no longer works. Open the email with the link to choose a
            new one.
          </Trans>
        </p>
      </Outcome>
    );
  if (failure !== undefined) return <Failed failure={failure} />;
  return (
    <Outcome
      icon={<ShieldAlert size={64} className="text-error" aria-hidden="true" />}
      heading={t`Was this not you?`}
      action={
        <Button size="large" className="w-full" isBusy={isBusy} onClick={() => void start(undefined)}>
          <Trans>Secure my account</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          All devices are logged out, the password ends, and you get an email with a link to choose a new one.
        </Trans>
      </p>
    </Outcome>
  );
}
