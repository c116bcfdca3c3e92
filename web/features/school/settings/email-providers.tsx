import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Descriptor } from '#contract/languages/language.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

interface MailServer {
  host: string;
  port: string;
  security: 'tls' | 'starttls' | 'automatic';
}

interface EmailProvider extends MailServer {
  name: Descriptor;
  /** Which of an owner's passwords is meant, and what the provider limits. */
  password: Descriptor;
}

const providers: readonly EmailProvider[] = [
  {
    name: msg`Gmail or Google Workspace`,
    host: 'smtp.gmail.com',
    port: '465',
    security: 'tls',
    password: msg`An app password, from your Google account under Security, 2-Step Verification, App passwords. Gmail sends 500 emails a day, Workspace 2,000.`,
  },
  {
    name: msg`Microsoft 365`,
    host: 'smtp.office365.com',
    port: '587',
    security: 'starttls',
    password: msg`The password of the mailbox, for which your administrator allows SMTP. Accounts of outlook.com do not work.`,
  },
  {
    name: msg`Zoho Mail (India)`,
    host: 'smtp.zoho.in',
    port: '465',
    security: 'tls',
    password: msg`An app password, from Zoho under My account, Security. Outside India the server is smtp.zoho.com.`,
  },
  {
    name: msg`Brevo`,
    host: 'smtp-relay.brevo.com',
    port: '587',
    security: 'starttls',
    password: msg`The SMTP key, from Brevo under SMTP & API. The API key is another one.`,
  },
  {
    name: msg`Amazon SES (Mumbai)`,
    host: 'email-smtp.ap-south-1.amazonaws.com',
    port: '587',
    security: 'starttls',
    password: msg`User and password from SES under SMTP settings. The access keys of AWS are others. Other regions have their own server.`,
  },
];

/** Fills server, port and encryption, and says which password is meant. */
export function ProviderField({ host, onChoose }: { host: string; onChoose: (server: MailServer) => void }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const chosen = providers.find((provider) => provider.host === host.trim().toLowerCase());
  return (
    <Field
      label={t`Provider`}
      hint={chosen ? _(chosen.password) : t`Your provider names its server, port and encryption.`}
    >
      {(described) => (
        <select
          {...described}
          className="select h-12"
          value={chosen?.host ?? ''}
          onChange={({ target }) => {
            const {
              host: of = '',
              port = '465',
              security = 'tls',
            } = providers.find((one) => one.host === target.value) ?? {};
            onChoose({ host: of, port, security });
          }}
        >
          {providers.map((provider) => (
            <option key={provider.host} value={provider.host}>
              {_(provider.name)}
            </option>
          ))}
          <option value="">{t({ message: 'Another', context: 'email provider' })}</option>
        </select>
      )}
    </Field>
  );
}
