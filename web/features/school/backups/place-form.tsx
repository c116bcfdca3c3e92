import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { BackupChange } from '#contract/school/backup-settings.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { CheckButton } from '#web/features/school/settings/check-button.tsx';
import { useDescribedSection } from '#web/features/school/settings/described-section.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';

type Backups = AllSettings['backups'];
const texts = messages.backups;

const fields = {
  kind: {
    label: msg`Where`,
    options: [
      ['off', msg`No backups`],
      ['folder', msg`A folder on the server`],
      ['bucket', msg`An S3 bucket`],
    ],
  },
  folder: {
    label: msg`Folder`,
    placeholder: '/mnt/backups/school',
    hint: msg`On another disk or machine. A backup on the disk of your school is lost with it.`,
    whenMissing: texts.badFolder,
  },
  endpoint: {
    label: msg`Endpoint`,
    placeholder: 'https://s3.eu-central-1.amazonaws.com',
    inputMode: 'url',
    whenMissing: texts.badEndpoint,
  },
  region: { label: msg`Region`, placeholder: 'eu-central-1', whenMissing: texts.badRegion },
  bucket: { label: msg`Bucket`, whenMissing: texts.badBucket },
  prefix: { label: msg`Folder in the bucket`, hint: msg`Of this school alone.`, whenMissing: texts.badPrefix },
  keyId: { label: msg`Access key ID`, autoComplete: 'off', whenMissing: texts.keyIdMissing },
  secretKey: { is: 'secret', label: msg`Secret access key`, whenMissing: texts.secretKeyMissing },
  passphrase: {
    is: 'secret',
    label: msg`Passphrase`,
    aside: <Trans>Optional</Trans>,
    hint: msg`Encrypts the backups. Write it down elsewhere: without it nobody can restore them.`,
    whenMissing: texts.shortPassphrase,
  },
  hour: {
    is: 'count',
    label: msg`Daily, after`,
    whenMissing: texts.badHour,
    options: Array.from({ length: 24 }, (_, index) => [String(index), `${String(index).padStart(2, '0')}:00`] as const),
  },
} as const;

function useBackupForm(backups: Backups) {
  const queryClient = useQueryClient();
  const { secretKey, passphrase } = backups;
  return useDescribedSection({
    section: backups,
    fields,
    secrets: { secretKey, passphrase },
    schema: BackupChange,
    save: (body) => call('PUT /admin/settings/backups', { body }),
    sectionIn: (settings) => settings.backups,
    onSaved: () => {
      for (const queryKey of [['backups'], ['notices'], ['first-steps']])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Where and when backups are written. Saving tries the place first, and starts the first backup. */
export function PlaceForm({ backups }: { backups: Backups }) {
  const { t } = useLingui();
  const { form, frame, formSchema, show } = useBackupForm(backups);
  const chosen = form.watch('kind');
  const test = async (): Promise<string> => {
    // Errors show beside their fields.
    await form.trigger();
    const body = formSchema.parse(form.getValues());
    return (await call('POST /admin/settings/backups/test', { body })).found;
  };
  return (
    <SectionForm title={t`Place and time`} {...frame}>
      <h2 className="text-title">
        <Trans>Place and time</Trans>
      </h2>
      <div className="grid gap-5 sm:grid-cols-[1fr_10rem]">
        {show('kind')}
        {chosen !== 'off' && show('hour')}
      </div>
      {chosen === 'off' && (
        <p className="meta">
          <Trans>If the server is lost, your school is lost with it.</Trans>
        </p>
      )}
      {chosen === 'folder' && show('folder')}
      {chosen === 'bucket' && (
        <>
          {show('endpoint')}
          <div className="grid gap-5 sm:grid-cols-2">{show('region', 'bucket', 'prefix', 'keyId')}</div>
          {show('secretKey')}
        </>
      )}
      {chosen !== 'off' && (
        <>
          {show('passphrase')}
          <CheckButton run={test} failure={texts.testFailed} isDisabled={false}>
            <Trans>Test</Trans>
          </CheckButton>
        </>
      )}
    </SectionForm>
  );
}
