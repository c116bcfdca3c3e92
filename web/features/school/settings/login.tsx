import { useWatch } from 'react-hook-form';
import { LoginChange } from '#contract/accounts/login-settings.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSeeks } from '#web/ui/page/sought-field.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { useDescribedSection } from './described-section.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const words = messages.providers;

const fields = {
  provider: {
    label: 'Log in with another service',
    hint: 'Beside passwords, passkeys and codes by email.',
    options: [
      ['none', 'None'],
      ['google', 'Google'],
      ['other', 'Another one (OpenID Connect)'],
    ],
  },
  providerName: {
    label: 'Name',
    placeholder: 'School ID',
    hint: 'On the button: Continue with School ID',
    whenMissing: words.nameMissing,
  },
  issuer: {
    label: 'Issuer',
    type: 'url',
    placeholder: 'https://login.school.example',
    autoComplete: 'off',
    hint: 'The service has its configuration below this address. It is trusted to verify email addresses.',
    whenMissing: words.badIssuer,
  },
  clientId: { label: 'Client ID', autoComplete: 'off', whenMissing: words.clientMissing },
  clientSecret: { is: 'secret', label: 'Client secret', whenMissing: words.secretMissing },
  requiresFactor: {
    label: 'Who needs a passkey or an authenticator app',
    hint: 'Everyone can set one up under Security. Those who need one see how many days are left, and then only that page.',
    options: [
      ['nobody', 'Nobody'],
      ['admins', 'Admins'],
      ['staff', 'Admins, teachers and assistants'],
    ],
  },
  graceDays: {
    is: 'count',
    label: 'Days to set one up',
    type: 'number',
    hint: 'From when you choose who needs one. 1 to 90.',
    whenMissing: words.badGrace,
  },
} as const;

const RedirectNote = () => (
  <p className="text-sm text-muted">
    Create a web client at the service, with{' '}
    <b className="font-semibold wrap-anywhere text-base-content">{window.location.origin + pathTo('loginReturn')}</b> as
    its redirect address. Then enter its ID and secret.
  </p>
);

function LoginForm({ login }: { login: AllSettings['login'] }) {
  const changeSite = useChangeSite();
  const { form, frame, show } = useDescribedSection({
    section: login,
    fields,
    secrets: { clientSecret: login.clientSecret },
    schema: LoginChange,
    save: (body) => call('PUT /admin/settings/login', { body }),
    sectionIn: (settings) => settings.login,
    onSaved: ({ login: saved }) => changeSite({ isFactorRequired: saved.values.requiresFactor !== 'nobody' }),
  });
  const [chosen, required] = useWatch({ control: form.control, name: ['provider', 'requiresFactor'] });
  const isOther = useSeeks([fields.providerName.label, fields.issuer.label]) || chosen === 'other';
  const isClient = useSeeks([fields.clientId.label, fields.clientSecret.label]) || isOther || chosen !== 'none';
  const isRequired = useSeeks([fields.graceDays.label]) || required !== 'nobody';
  return (
    <SectionForm title="Login" {...frame}>
      {show('provider')}
      {isOther && show('providerName', 'issuer')}
      {isClient && (
        <>
          <RedirectNote />
          {show('clientId', 'clientSecret')}
        </>
      )}
      {show('requiresFactor')}
      {isRequired && show('graceDays')}
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Login">{({ login }) => <LoginForm login={login} />}</SettingsFrame>
);
