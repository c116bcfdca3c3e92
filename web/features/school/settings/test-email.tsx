import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { EmailSettings } from '#contract/settings.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';
import { Panel } from '#web/ui/panel.tsx';

type Outcome = { tone: 'success' | 'error'; text: string };

/** The DNS records of the domain of the sender, so that emails are not taken for spam. */
function DomainHints({ sender }: { sender: string }) {
  const domain = /@([^\s>]+)>?$/.exec(sender)?.[1];
  return (
    <div className="mt-5 space-y-2 border-t border-line pt-5 text-sm text-muted">
      <p>
        Email providers trust emails whose domain names their sender. Add these at the company where{' '}
        {domain === undefined ? 'your domain' : <strong className="font-semibold">{domain}</strong>} is registered; your
        email provider shows the values:
      </p>
      <ul className="list-disc space-y-1 ps-5">
        <li>
          SPF: a TXT record that begins with <code className="text-xs">v=spf1</code> and names your mail server.
        </li>
        <li>
          DKIM: a TXT or CNAME record below <code className="text-xs">_domainkey</code>, with the key that signs your
          emails.
        </li>
      </ul>
    </div>
  );
}

/** Sends an email to the admin through the saved server, and shows the reply of the server. */
export function TestEmail({ email, isSaved }: { email: EmailSettings; isSaved: boolean }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const sending = useAction({
    run: async () => {
      setOutcome(undefined);
      const { to, reply } = await call('POST /admin/settings/email/test');
      setOutcome({ tone: 'success', text: `Sent to ${to}. The mail server said: ${reply}` });
    },
    messages: { error: messages.settings.testFailed.other },
    onError: (error) => setOutcome({ tone: 'error', text: errorMessage(error, messages.settings.testFailed.other) }),
  });
  const canSend = isSaved && email.host !== '';
  return (
    <Panel title="Test email">
      <p className="text-sm text-muted">
        {canSend ? 'Sends an email to your own address.' : 'Save a mail server first. Then send an email to yourself.'}
      </p>
      <Button
        tone="quiet"
        className="mt-3"
        isDisabled={!canSend}
        isBusy={sending.isBusy}
        onClick={() => void sending.start(undefined)}
      >
        Send me a test email
      </Button>
      {outcome && (
        <div className="mt-3">
          <FormAlert tone={outcome.tone}>{outcome.text}</FormAlert>
        </div>
      )}
      <DomainHints sender={email.sender} />
    </Panel>
  );
}
