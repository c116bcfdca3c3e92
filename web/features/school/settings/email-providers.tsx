import { Field } from '#web/ui/forms/fields.tsx';

interface MailServer {
  host: string;
  port: string;
  security: 'tls' | 'starttls' | 'automatic';
}

interface EmailProvider extends MailServer {
  name: string;
  /** Which of an owner's passwords is meant, and what the provider limits. */
  password: string;
}

const providers: readonly EmailProvider[] = [
  {
    name: 'Gmail or Google Workspace',
    host: 'smtp.gmail.com',
    port: '465',
    security: 'tls',
    password:
      'An app password, from your Google account under Security, 2-Step Verification, App passwords. Gmail sends 500 emails a day, Workspace 2,000.',
  },
  {
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: '587',
    security: 'starttls',
    password:
      'The password of the mailbox, for which your administrator allows SMTP. Accounts of outlook.com do not work.',
  },
  {
    name: 'Zoho Mail (India)',
    host: 'smtp.zoho.in',
    port: '465',
    security: 'tls',
    password: 'An app password, from Zoho under My account, Security. Outside India the server is smtp.zoho.com.',
  },
  {
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: '587',
    security: 'starttls',
    password: 'The SMTP key, from Brevo under SMTP & API. The API key is another one.',
  },
  {
    name: 'Amazon SES (Mumbai)',
    host: 'email-smtp.ap-south-1.amazonaws.com',
    port: '587',
    security: 'starttls',
    password:
      'User and password from SES under SMTP settings. The access keys of AWS are others. Other regions have their own server.',
  },
];

/** Fills server, port and encryption, and says which password is meant. */
export function ProviderField({ host, onChoose }: { host: string; onChoose: (server: MailServer) => void }) {
  const chosen = providers.find((provider) => provider.host === host.trim().toLowerCase());
  return (
    <Field label="Provider" hint={chosen?.password ?? 'Your provider names its server, port and encryption.'}>
      {(described) => (
        <select
          {...described}
          className="select h-12"
          value={chosen?.host ?? ''}
          onChange={({ target }) =>
            onChoose(
              providers.find((provider) => provider.host === target.value) ?? {
                host: '',
                port: '465',
                security: 'tls',
              },
            )
          }
        >
          {providers.map((provider) => (
            <option key={provider.host} value={provider.host}>
              {provider.name}
            </option>
          ))}
          <option value="">Another</option>
        </select>
      )}
    </Field>
  );
}
