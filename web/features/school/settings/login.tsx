import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
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
import { useLanguage } from '#web/ui/language/language.tsx';

const words = messages.providers;

const fields = {
  provider: {
    label: msg`Log in with another service`,
    hint: msg`Beside passwords, passkeys and codes by email.`,
    options: [
      ['none', msg`None`],
      ['google', msg`Google`],
      ['other', msg`Another one (OpenID Connect)`],
    ],
  },
  providerName: {
    label: msg`Name`,
    placeholder: msg`School ID`,
    hint: msg`On the button: Continue with School ID`,
    whenMissing: words.nameMissing,
  },
  issuer: {
    label: msg`Issuer`,
    type: 'url',
    placeholder: 'https://login.school.example',
    autoComplete: 'off',
    hint: msg`The service has its configuration below this address. It is trusted to verify email addresses.`,
    whenMissing: words.badIssuer,
  },
  clientId: { label: msg`Client ID`, autoComplete: 'off', whenMissing: words.clientMissing },
  clientSecret: { is: 'secret', label: msg`Client secret`, whenMissing: words.secretMissing },
  requiresFactor: {
    label: msg`Who needs a passkey or an authenticator app`,
    hint: msg`Everyone can set one up under Security. Those who need one see how many days are left, and then only that page.`,
    options: [
      ['nobody', msg`Nobody`],
      ['admins', msg`Admins`],
      ['staff', msg`Admins, teachers and assistants`],
    ],
  },
  graceDays: {
    is: 'count',
    label: msg`Days to set one up`,
    type: 'number',
    hint: msg`1 to 90 days, starting when you turn this on.`,
    whenMissing: words.badGrace,
  },
} as const;

function RedirectNote() {
  const address = window.location.origin + pathTo('loginReturn');
  return (
    <p className="text-sm text-muted">
      <Trans>
        Create a web client at the service, with{' '}
        <b className="font-semibold wrap-anywhere text-base-content">{address}</b> as its redirect address. Then enter
        its ID and secret.
      </Trans>
    </p>
  );
}

function LoginForm({ login }: { login: AllSettings['login'] }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
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
  const isOther = useSeeks([_(fields.providerName.label), _(fields.issuer.label)]) || chosen === 'other';
  const isClient = useSeeks([_(fields.clientId.label), _(fields.clientSecret.label)]) || isOther || chosen !== 'none';
  const isRequired = useSeeks([_(fields.graceDays.label)]) || required !== 'nobody';
  return (
    <SectionForm title={t`Login`} {...frame}>
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

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`Login`}>{({ login }) => <LoginForm login={login} />}</SettingsFrame>;
};
