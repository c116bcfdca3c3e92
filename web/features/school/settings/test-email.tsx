import { Trans, useLingui } from '@lingui/react/macro';
import { messages } from '#contract/messages.ts';
import type { EmailSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { Panel } from '#web/ui/panel.tsx';
import { CheckButton } from './check-button.tsx';

/** The DNS records of the domain of the sender, so that emails are not taken for spam. */
function DomainHints({ sender }: { sender: string }) {
  const domain = /@([^\s>]+)>?$/.exec(sender)?.[1];
  return (
    <div className="mt-5 space-y-2 border-t border-line pt-5 text-sm text-muted">
      <p>
        {domain === undefined ? (
          <Trans>
            To stay out of spam, add these two DNS records where your domain is registered. Your email provider shows
            the values.
          </Trans>
        ) : (
          <Trans>
            To stay out of spam, add these two DNS records where <strong className="font-semibold">{domain}</strong> is
            registered. Your email provider shows the values.
          </Trans>
        )}
      </p>
      <ul className="list-disc space-y-1 ps-5">
        <li>
          <Trans>
            SPF: a TXT record that begins with <code className="text-xs">v=spf1</code> and names your mail server.
          </Trans>
        </li>
        <li>
          <Trans>
            DKIM: a TXT or CNAME record below <code className="text-xs">_domainkey</code>, with the key that signs your
            emails.
          </Trans>
        </li>
      </ul>
    </div>
  );
}

/** Sends an email to the admin through the saved server, and shows the reply of the server. */
export function TestEmail({ email, isSaved }: { email: EmailSettings; isSaved: boolean }) {
  const { t } = useLingui();
  const sendTest = async (): Promise<string> => {
    const { to } = await call('POST /admin/settings/email/test');
    return t`Sent to ${to}. Check your inbox.`;
  };
  const canSend = isSaved && email.host !== '';
  return (
    <Panel title={t`Test email`}>
      <p className="mb-3 text-sm text-muted">
        {canSend
          ? t`Sends an email to your own address.`
          : t`Save a mail server first. Then send an email to yourself.`}
      </p>
      <CheckButton run={sendTest} failure={messages.settings.testFailed.other} isDisabled={!canSend}>
        <Trans>Send me a test email</Trans>
      </CheckButton>
      <DomainHints sender={email.sender} />
    </Panel>
  );
}
