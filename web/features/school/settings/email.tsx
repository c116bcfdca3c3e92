import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { type AllSettings, EmailChange } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { SecretSetting } from './secret-setting.tsx';
import { SectionForm } from './section-form.tsx';
import { SelectSetting, SettingField } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { TestEmail } from './test-email.tsx';
import { useSectionForm } from './use-section-form.ts';

type Email = AllSettings['email'];

const securities = [
  ['tls', 'TLS (usually port 465)'],
  ['starttls', 'STARTTLS (usually port 587)'],
  ['automatic', 'STARTTLS if the server offers it'],
] as const satisfies [Email['values']['security'], string][];

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

const fixedIn = ({ values, environment }: Email, name: keyof Email['values']) => ({
  value: String(values[name]),
  variable: environment[name],
});

function EmailSection({ email }: { email: Email }) {
  const { environment, password } = email;
  const { form, field, frame, saveCount } = useSectionForm({
    schema: EmailForm,
    defaults: draftOf(email),
    save: (body) => call('PUT /admin/settings/email', { body }),
    draftOf: (settings) => draftOf(settings.email),
  });
  const setting = (name: 'host' | 'port' | 'user' | 'sender', whenMissing: string) => ({
    ...field(name, whenMissing),
    fixed: fixedIn(email, name),
  });
  return (
    <div className="space-y-6">
      <SectionForm title="Email" {...frame}>
        <SettingField
          label="Mail server"
          placeholder="smtp.example.com"
          autoComplete="off"
          hint="From your email provider. Empty: emails are kept in the outbox."
          {...setting('host', messages.settings.badHost)}
        />
        <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
          <SettingField label="Port" inputMode="numeric" {...setting('port', messages.settings.badPort)} />
          <SelectSetting
            label="Encryption"
            options={securities}
            fixed={fixedIn(email, 'security')}
            {...form.register('security')}
          />
        </div>
        <SettingField
          label="User"
          hint="Often your email address."
          {...setting('user', messages.settings.incomplete)}
        />
        <SecretSetting
          key={saveCount}
          label="Password"
          state={password}
          variable={environment['password']}
          {...field('password', messages.settings.passwordOfServer)}
        />
        <SettingField
          label="Sender"
          placeholder="My School <hello@school.example>"
          hint="Empty: no-reply at your public address."
          {...setting('sender', messages.settings.badSender)}
        />
      </SectionForm>
      <TestEmail email={email.values} isSaved={frame.changeCount === 0} />
    </div>
  );
}

export const Component = () => (
  <SettingsFrame section="Email">{({ email }) => <EmailSection email={email} />}</SettingsFrame>
);
