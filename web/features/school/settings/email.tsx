import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { messages } from '#contract/messages.ts';
import { type AllSettings, EmailChange } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { useDescribedSection } from './described-section.tsx';
import { ProviderField } from './email-providers.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { TestEmail } from './test-email.tsx';

const fields = {
  host: {
    label: msg`Mail server`,
    placeholder: 'smtp.example.com',
    autoComplete: 'off',
    hint: msg`From your email provider. Leave empty to keep emails here without sending.`,
    whenMissing: messages.settings.badHost,
  },
  port: { is: 'count', label: msg`Port`, whenMissing: messages.settings.badPort },
  security: {
    label: msg`Encryption`,
    options: [
      ['tls', msg`TLS (usually port 465)`],
      ['starttls', msg`STARTTLS (usually port 587)`],
      ['automatic', msg`STARTTLS if the server offers it`],
    ],
  },
  user: { label: msg`User`, hint: msg`Often your email address.` },
  password: { is: 'secret', label: msg`Password`, whenMissing: messages.settings.passwordOfServer },
  sender: {
    label: msg`Sender`,
    placeholder: msg`My School <hello@school.example>`,
    hint: msg`Leave empty to use no-reply at your public address.`,
    whenMissing: messages.settings.badSender,
  },
  sendsRecovery: {
    is: 'switch',
    label: msg`Email buyers who did not finish a checkout`,
    hint: msg`Once per checkout, four hours after it began, and at most once a week. The email links back to the checkout, and to a page that stops these emails.`,
  },
} as const;

function EmailSection({ email }: { email: AllSettings['email'] }) {
  const { t } = useLingui();
  const changeSite = useChangeSite();
  const { form, frame, show } = useDescribedSection({
    section: email,
    fields,
    secrets: { password: email.password },
    schema: EmailChange,
    save: (body) => call('PUT /admin/settings/email', { body }),
    sectionIn: (settings) => settings.email,
    onSaved: ({ email: saved }) => changeSite({ sendsEmail: saved.values.host !== '' }),
  });
  return (
    <div className="space-y-6">
      <SectionForm title={t`Email`} {...frame}>
        {email.environment['host'] === undefined && (
          <ProviderField
            host={String(form.watch('host'))}
            onChoose={(server) => {
              for (const [name, value] of Object.entries(server)) form.setValue(name, value, { shouldDirty: true });
            }}
          />
        )}
        {show('host')}
        <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">{show('port', 'security')}</div>
        {show('user', 'password', 'sender')}
        <div className="border-t border-line pt-5">{show('sendsRecovery')}</div>
      </SectionForm>
      <TestEmail email={email.values} isSaved={frame.changeCount === 0} />
    </div>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`Email`}>{({ email }) => <EmailSection email={email} />}</SettingsFrame>;
};
