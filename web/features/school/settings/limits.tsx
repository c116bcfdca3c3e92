import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { LimitChange } from '#contract/classroom/classroom-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { type Setting, SettingFields } from './setting-field.tsx';
import { typedNumber } from '#web/ui/forms/typed-number.ts';
import { SettingsFrame } from './settings-frame.tsx';

type Limits = AllSettings['limits'];

const GIGABYTE = 1024 ** 3;

/** Numbers are text while they are edited, and sizes are in gigabytes. */
const LimitForm = LimitChange.extend({
  devices: typedNumber.pipe(LimitChange.shape.devices),
  maxUploadBytes: typedNumber
    .transform((gigabytes) => Math.round(gigabytes * GIGABYTE))
    .pipe(LimitChange.shape.maxUploadBytes),
  auditYears: typedNumber.pipe(LimitChange.shape.auditYears.unwrap()),
  noticeMonths: typedNumber.pipe(LimitChange.shape.noticeMonths.unwrap()),
  emailMonths: typedNumber.pipe(LimitChange.shape.emailMonths.unwrap()),
  messageMonths: typedNumber.pipe(LimitChange.shape.messageMonths.unwrap()),
});

const draftOf = ({ values }: Limits): z.input<typeof LimitForm> => ({
  devices: String(values.devices),
  maxUploadBytes: String(values.maxUploadBytes / GIGABYTE),
  isFreePreview: values.isFreePreview,
  auditYears: String(values.auditYears),
  noticeMonths: String(values.noticeMonths),
  emailMonths: String(values.emailMonths),
  messageMonths: String(values.messageMonths),
});

const sizes: Setting<'devices' | 'maxUploadBytes'>[] = [
  {
    name: 'devices',
    label: 'Devices at once',
    inputMode: 'numeric',
    hint: 'On how many devices a learner may watch at the same time. One more pauses the one that started first.',
    whenMissing: messages.settings.badDevices,
  },
  {
    name: 'maxUploadBytes',
    label: 'Largest video, in GB',
    inputMode: 'decimal',
    hint: 'Per file. The upload of a larger one is refused.',
    whenMissing: messages.settings.badUploadSize,
  },
];

const periods: Setting<'auditYears' | 'noticeMonths' | 'emailMonths' | 'messageMonths'>[] = [
  {
    name: 'auditYears',
    label: 'Audit, in years',
    inputMode: 'numeric',
    hint: 'Who did what. What belongs to a payment stays longer.',
    whenMissing: messages.settings.badAuditYears,
  },
  {
    name: 'noticeMonths',
    label: 'Notices, in months',
    inputMode: 'numeric',
    hint: 'What the bell lists, with the record of the emails about it.',
    whenMissing: messages.settings.badNoticeMonths,
  },
  {
    name: 'emailMonths',
    label: 'Sent emails, in months',
    inputMode: 'numeric',
    hint: 'To whom, when, and the subject.',
    whenMissing: messages.settings.badNoticeMonths,
  },
  {
    name: 'messageMonths',
    label: 'Messages to the school, in months',
    inputMode: 'numeric',
    hint: 'Counted from when a message was marked as done. With 0 it is kept.',
    whenMissing: messages.settings.badMessageMonths,
  },
];

function LimitsForm({ limits }: { limits: Limits }) {
  const changeSite = useChangeSite();
  const draft = draftOf(limits);
  const { form, field, frame } = useSectionForm({
    schema: LimitForm,
    defaults: draft,
    save: (body) => call('PUT /admin/settings/limits', { body }),
    draftOf: (settings) => draftOf(settings.limits),
    onSaved: ({ limits: { values } }) => changeSite({ maxUploadBytes: values.maxUploadBytes }),
  });
  return (
    <SectionForm title="Limits" {...frame}>
      <SettingFields {...{ field, environment: limits.environment }} values={draft} settings={sizes} />
      <CheckField
        label="New lectures are free previews"
        hint="Anyone may watch them, also without buying. Each lecture can be changed afterwards."
        {...form.register('isFreePreview')}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-semibold">How long data is kept</legend>
        <SettingFields {...{ field, environment: limits.environment }} values={draft} settings={periods} />
      </fieldset>
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Limits">{({ limits }) => <LimitsForm limits={limits} />}</SettingsFrame>
);
