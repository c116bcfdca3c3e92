import { useWatch } from 'react-hook-form';
import { LoginChange } from '#contract/accounts/login-settings.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { SecretSetting, type Setting, SettingFields } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';

type Login = AllSettings['login'];
const words = messages.providers;

const provider: Setting<'provider'> = {
  name: 'provider',
  label: 'Log in with another service',
  hint: 'Beside passwords, passkeys and codes by email.',
  whenMissing: messages.settings.incomplete,
  options: [
    ['none', 'None'],
    ['google', 'Google'],
    ['other', 'Another one (OpenID Connect)'],
  ],
};

const ofOther: Setting<'providerName' | 'issuer'>[] = [
  {
    name: 'providerName',
    label: 'Name',
    placeholder: 'School ID',
    hint: 'On the button: Continue with School ID',
    whenMissing: words.nameMissing,
  },
  {
    name: 'issuer',
    label: 'Issuer',
    type: 'url',
    placeholder: 'https://login.school.example',
    autoComplete: 'off',
    hint: 'The service has its configuration below this address. It is trusted to verify email addresses.',
    whenMissing: words.badIssuer,
  },
];

const clientId: Setting<'clientId'> = {
  name: 'clientId',
  label: 'Client ID',
  autoComplete: 'off',
  whenMissing: words.clientMissing,
};

const factor: Setting<'requiresFactor'> = {
  name: 'requiresFactor',
  label: 'Who needs a passkey or an authenticator app',
  hint: 'Everyone can set one up under Security. Those who need one see how many days are left, and then only that page.',
  whenMissing: messages.settings.incomplete,
  options: [
    ['nobody', 'Nobody'],
    ['admins', 'Admins'],
    ['staff', 'Admins, teachers and assistants'],
  ],
};

const grace: Setting<'graceDays'> = {
  name: 'graceDays',
  label: 'Days to set one up',
  type: 'number',
  inputMode: 'numeric',
  hint: 'From when you choose who needs one. 1 to 90.',
  whenMissing: words.badGrace,
};

const draftOf = ({ values }: Login) => ({ ...values, clientSecret: '' });

const FormSchema = LoginChange.extend({
  // An empty field keeps the stored secret.
  clientSecret: LoginChange.shape.clientSecret.transform((secret) => secret || undefined),
});

const RedirectNote = () => (
  <p className="text-sm text-muted">
    Create a web client at the service, with{' '}
    <b className="font-semibold wrap-anywhere text-base-content">{window.location.origin + pathTo('loginReturn')}</b> as
    its redirect address. Then enter its ID and secret.
  </p>
);

function LoginForm({ login }: { login: Login }) {
  const changeSite = useChangeSite();
  const { values, environment, clientSecret } = login;
  const { form, field, frame, saveCount } = useSectionForm({
    schema: FormSchema,
    defaults: draftOf(login),
    save: (body) => call('PUT /admin/settings/login', { body }),
    draftOf: (settings) => draftOf(settings.login),
    onSaved: ({ login: saved }) => changeSite({ isFactorRequired: saved.values.requiresFactor !== 'nobody' }),
  });
  form.register('graceDays', { valueAsNumber: true });
  const chosen = useWatch({ control: form.control, name: 'provider' });
  const required = useWatch({ control: form.control, name: 'requiresFactor' });
  return (
    <SectionForm title="Login" {...frame}>
      <SettingFields {...{ field, environment }} values={{ provider: values.provider }} settings={[provider]} />
      {chosen === 'other' && <SettingFields {...{ field, values, environment }} settings={ofOther} />}
      {chosen !== 'none' && (
        <>
          <RedirectNote />
          <SettingFields {...{ field, values, environment }} settings={[clientId]} />
          <SecretSetting
            key={saveCount}
            label="Client secret"
            state={clientSecret}
            variable={environment['clientSecret']}
            {...field('clientSecret', words.secretMissing)}
          />
        </>
      )}
      <SettingFields
        {...{ field, environment }}
        values={{ requiresFactor: values.requiresFactor }}
        settings={[factor]}
      />
      {required !== 'nobody' && (
        <SettingFields {...{ field, environment }} values={{ graceDays: values.graceDays }} settings={[grace]} />
      )}
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Login">{({ login }) => <LoginForm login={login} />}</SettingsFrame>
);
