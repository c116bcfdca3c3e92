import { CircleCheck, MailX } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Outcome } from './outcome.tsx';

/** The page of a link that stops emails. Opening it changes nothing: programs that check emails open links too. */
export function Component() {
  const { token = '' } = useParams();
  const { brandName } = useSite();
  const [isDone, setDone] = useState(false);
  const { start, isBusy } = useAction({
    run: () => call('POST /opt-out/:token', { params: { token } }),
    messages: { error: messages.userNotices.optOutFailed },
    onSuccess: () => setDone(true),
  });
  if (isDone)
    return (
      <Outcome
        icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
        heading={messages.userNotices.optedOut}
        action={
          <LinkButton to={pathTo('courses')} tone="quiet" size="large">
            See all courses
          </LinkButton>
        }
      >
        <p>Receipts and emails about your account still arrive.</p>
      </Outcome>
    );
  return (
    <Outcome
      icon={<MailX size={64} className="text-primary" aria-hidden="true" />}
      heading="Stop these emails?"
      action={
        <Button size="large" className="w-full" isBusy={isBusy} onClick={() => void start(undefined)}>
          Stop these emails
        </Button>
      }
    >
      <p>{brandName} will not email you again about purchases that you begin and do not finish.</p>
    </Outcome>
  );
}
