import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { LimitChange } from '#contract/classroom-settings.ts';
import type { AllSettings } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { type Setting, SettingFields } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';

type Limits = AllSettings['limits'];

const GIGABYTE = 1024 ** 3;

/** Numbers are text while they are edited, and sizes are in gigabytes. */
const LimitForm = LimitChange.extend({
  devices: z.string().transform(Number).pipe(LimitChange.shape.devices),
  maxUploadBytes: z
    .string()
    .transform((gigabytes) => Math.round(Number(gigabytes) * GIGABYTE))
    .pipe(LimitChange.shape.maxUploadBytes),
  auditYears: z.string().transform(Number).pipe(LimitChange.shape.auditYears.unwrap()),
});

const draftOf = ({ values }: Limits): z.input<typeof LimitForm> => ({
  devices: String(values.devices),
  maxUploadBytes: String(values.maxUploadBytes / GIGABYTE),
  isFreePreview: values.isFreePreview,
  auditYears: String(values.auditYears),
});

const sizes: Setting<'devices' | 'maxUploadBytes' | 'auditYears'>[] = [
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
  {
    name: 'auditYears',
    label: 'Years in the audit',
    inputMode: 'numeric',
    hint: 'How long it is kept who did what. What belongs to a payment stays longer.',
    whenMissing: messages.settings.badAuditYears,
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
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Limits">{({ limits }) => <LimitsForm limits={limits} />}</SettingsFrame>
);
