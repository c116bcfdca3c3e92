import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { BackupChange } from '#contract/school/backup-settings.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { CheckButton } from '#web/features/school/settings/check-button.tsx';
import { SectionForm, useSectionForm } from '#web/features/school/settings/section-form.tsx';
import { SecretSetting, type Setting, SettingFields } from '#web/features/school/settings/setting-field.tsx';

type Backups = AllSettings['backups'];
const texts = messages.backups;

const NO_BACKUPS = 'If the server is lost, your school is lost with it.';

const kind: Setting<'kind'> = {
  name: 'kind',
  label: 'Where',
  whenMissing: messages.settings.incomplete,
  options: [
    ['off', 'No backups'],
    ['folder', 'A folder on the server'],
    ['bucket', 'An S3 bucket'],
  ],
};
const folder: Setting<'folder'> = {
  name: 'folder',
  label: 'Folder',
  placeholder: '/mnt/backups/school',
  hint: 'On another disk or machine. A backup on the disk of your school is lost with it.',
  whenMissing: texts.badFolder,
};
const endpoint: Setting<'endpoint'> = {
  name: 'endpoint',
  label: 'Endpoint',
  placeholder: 'https://s3.eu-central-1.amazonaws.com',
  inputMode: 'url',
  whenMissing: texts.badEndpoint,
};
const bucket: Setting<'region' | 'bucket'>[] = [
  { name: 'region', label: 'Region', placeholder: 'eu-central-1', whenMissing: texts.badRegion },
  { name: 'bucket', label: 'Bucket', whenMissing: texts.badBucket },
];
const inBucket: Setting<'prefix' | 'keyId'>[] = [
  {
    name: 'prefix',
    label: 'Folder in the bucket',
    hint: 'Of this school alone.',
    whenMissing: texts.badPrefix,
  },
  { name: 'keyId', label: 'Access key ID', autoComplete: 'off', whenMissing: texts.keyIdMissing },
];
const hour: Setting<'hour'> = {
  name: 'hour',
  label: 'Daily, after',
  whenMissing: texts.badHour,
  options: Array.from({ length: 24 }, (_, index) => [String(index), `${String(index).padStart(2, '0')}:00`] as const),
};

/** A select has texts, and an empty field keeps the stored secret. */
const BackupForm = BackupChange.extend({
  hour: z.string().transform(Number).pipe(BackupChange.shape.hour),
  secretKey: BackupChange.shape.secretKey.transform((secret) => secret || undefined),
  passphrase: BackupChange.shape.passphrase.transform((passphrase) => passphrase || undefined),
});

const draftOf = ({ values }: Backups): z.input<typeof BackupForm> => ({
  ...values,
  hour: String(values.hour),
  secretKey: '',
  passphrase: '',
});

function useBackupForm(backups: Backups) {
  const queryClient = useQueryClient();
  return useSectionForm({
    schema: BackupForm,
    defaults: draftOf(backups),
    save: (body) => call('PUT /admin/settings/backups', { body }),
    draftOf: (settings) => draftOf(settings.backups),
    onSaved: () => {
      for (const queryKey of [queryKeys.backups, queryKeys.notices, queryKeys.firstSteps])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Where and when backups are written. Saving tries the place first, and starts the first backup. */
export function PlaceForm({ backups }: { backups: Backups }) {
  const { values, environment, secretKey, passphrase } = backups;
  const { form, field, frame, saveCount } = useBackupForm(backups);
  const section = { field, values, environment };
  const chosen = form.watch('kind');
  const test = async (): Promise<string> => {
    // Errors show beside their fields.
    await form.trigger();
    const body = BackupForm.parse(form.getValues());
    return (await call('POST /admin/settings/backups/test', { body })).found;
  };
  return (
    <SectionForm title="Place and time" {...frame}>
      <h2 className="text-title">Place and time</h2>
      <div className="grid gap-5 sm:grid-cols-[1fr_10rem]">
        <SettingFields {...section} settings={[chosen === 'off' ? { ...kind, hint: NO_BACKUPS } : kind]} />
        {chosen !== 'off' && <SettingFields {...section} settings={[hour]} />}
      </div>
      {chosen === 'folder' && <SettingFields {...section} settings={[folder]} />}
      {chosen === 'bucket' && (
        <>
          <SettingFields {...section} settings={[endpoint]} />
          <div className="grid gap-5 sm:grid-cols-2">
            <SettingFields {...section} settings={bucket} />
            <SettingFields {...section} settings={inBucket} />
          </div>
          <SecretSetting
            key={`key ${saveCount}`}
            label="Secret access key"
            state={secretKey}
            variable={environment['secretKey']}
            {...field('secretKey', texts.secretKeyMissing)}
          />
        </>
      )}
      {chosen !== 'off' && (
        <>
          <SecretSetting
            key={`passphrase ${saveCount}`}
            label="Passphrase"
            aside="Optional"
            hint="Encrypts the backups. Write it down elsewhere: without it nobody can restore them."
            state={passphrase}
            variable={environment['passphrase']}
            {...field('passphrase', texts.shortPassphrase)}
          />
          <CheckButton run={test} failure={texts.testFailed} isDisabled={false}>
            Test
          </CheckButton>
        </>
      )}
    </SectionForm>
  );
}
