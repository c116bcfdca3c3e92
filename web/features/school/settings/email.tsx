import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { type AllSettings, EmailChange } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { SecretSetting, type Setting, SettingFields } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { TestEmail } from './test-email.tsx';

type Email = AllSettings['email'];

const server: Setting<'host'> = {
  name: 'host',
  label: 'Mail server',
  placeholder: 'smtp.example.com',
  autoComplete: 'off',
  hint: 'From your email provider. Leave empty to keep emails here without sending.',
  whenMissing: messages.settings.badHost,
};
const connection: Setting<'port' | 'security'>[] = [
  { name: 'port', label: 'Port', inputMode: 'numeric', whenMissing: messages.settings.badPort },
  {
    name: 'security',
    label: 'Encryption',
    whenMissing: messages.settings.incomplete,
    options: [
      ['tls', 'TLS (usually port 465)'],
      ['starttls', 'STARTTLS (usually port 587)'],
      ['automatic', 'STARTTLS if the server offers it'],
    ],
  },
];
const user: Setting<'user'> = {
  name: 'user',
  label: 'User',
  hint: 'Often your email address.',
  whenMissing: messages.settings.incomplete,
};
const sender: Setting<'sender'> = {
  name: 'sender',
  label: 'Sender',
  placeholder: 'My School <hello@school.example>',
  hint: 'Leave empty to use no-reply at your public address.',
  whenMissing: messages.settings.badSender,
};

/** A number field is text while it is edited. */
const EmailForm = EmailChange.extend({
  port: z.string().transform(Number).pipe(EmailChange.shape.port),
  // An empty field keeps the stored password.
  password: EmailChange.shape.password.transform((password) => password || undefined),
});

const draftOf = ({ values }: Email): z.input<typeof EmailForm> => ({
  ...values,
  port: String(values.port),
  password: '',
});

function EmailSection({ email }: { email: Email }) {
  const { values, environment, password } = email;
  const { form, field, frame, saveCount } = useSectionForm({
    schema: EmailForm,
    defaults: draftOf(email),
    save: (body) => call('PUT /admin/settings/email', { body }),
    draftOf: (settings) => draftOf(settings.email),
  });
  const section = { field, values, environment };
  return (
    <div className="space-y-6">
      <SectionForm title="Email" {...frame}>
        <SettingFields {...section} settings={[server]} />
        <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
          <SettingFields {...section} settings={connection} />
        </div>
        <SettingFields {...section} settings={[user]} />
        <SecretSetting
          key={saveCount}
          label="Password"
          state={password}
          variable={environment['password']}
          {...field('password', messages.settings.passwordOfServer)}
        />
        <SettingFields {...section} settings={[sender]} />
        <div className="border-t border-line pt-5">
          <CheckField
            label="Email buyers who did not finish a checkout"
            hint="Once per checkout, four hours after it began, and at most once a week. The email links back to the checkout, and to a page that stops these emails."
            {...form.register('sendsRecovery')}
          />
        </div>
      </SectionForm>
      <TestEmail email={email.values} isSaved={frame.changeCount === 0} />
    </div>
  );
}

export const Component = () => (
  <SettingsFrame section="Email">{({ email }) => <EmailSection email={email} />}</SettingsFrame>
);
