import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, MailX } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';

const said = messages.userNotices;

/** The page of a link that stops a kind of email. Opening it changes nothing: programs that check emails open links too. */
export function Component() {
  const { t } = useLingui();
  const { token = '' } = useParams();
  const { brandName } = useSite();
  const [isDone, setDone] = useState(false);
  const params = { token };
  const { start, isBusy } = useAction({
    run: () => (isDone ? call('DELETE /opt-out/:token', { params }) : call('POST /opt-out/:token', { params })),
    messages: { error: said.optOutFailed },
    onSuccess: () => setDone(!isDone),
  });
  if (isDone)
    return (
      <Outcome
        icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
        heading={said.optedOut}
        action={
          <div className="grid gap-3">
            <Button tone="quiet" size="large" isBusy={isBusy} onClick={() => void start(undefined)}>
              <Trans>Get these emails again</Trans>
            </Button>
            <OtherEmails />
          </div>
        }
      >
        <p>
          <Trans>Receipts and emails about your account still arrive.</Trans>
        </p>
      </Outcome>
    );
  return (
    <Outcome
      icon={<MailX size={64} className="text-primary" aria-hidden="true" />}
      heading={t`Stop these emails?`}
      action={
        <Button size="large" className="w-full" isBusy={isBusy} onClick={() => void start(undefined)}>
          <Trans>Stop these emails</Trans>
        </Button>
      }
    >
      <p>
        <Trans>{brandName} will send you no more emails of this kind.</Trans>
      </p>
    </Outcome>
  );
}

/** For users: what else the school sends. */
const OtherEmails = () =>
  useSession() && (
    <LinkButton to={pathTo('noticeSettings')} tone="quiet" size="large">
      <Trans>All notice settings</Trans>
    </LinkButton>
  );
