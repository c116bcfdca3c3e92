import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { type AllSettings, LimitChange } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { SectionForm } from './section-form.tsx';
import { SettingField } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useSectionForm } from './use-section-form.ts';

type Limits = AllSettings['limits'];

const GIGABYTE = 1024 ** 3;

/** Numbers are text while they are edited, and sizes are in gigabytes. */
const LimitForm = LimitChange.extend({
  devices: z.string().transform(Number).pipe(LimitChange.shape.devices),
  maxUploadBytes: z
    .string()
    .transform((gigabytes) => Math.round(Number(gigabytes) * GIGABYTE))
    .pipe(LimitChange.shape.maxUploadBytes),
});

const draftOf = ({ values }: Limits): z.input<typeof LimitForm> => ({
  devices: String(values.devices),
  maxUploadBytes: String(values.maxUploadBytes / GIGABYTE),
  isFreePreview: values.isFreePreview,
});

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
      <SettingField
        label="Devices at once"
        inputMode="numeric"
        hint="On how many devices a learner may watch at the same time. One more pauses the one that started first."
        fixed={{ value: draft.devices, variable: limits.environment['devices'] }}
        {...field('devices', messages.settings.badDevices)}
      />
      <SettingField
        label="Largest video, in GB"
        inputMode="decimal"
        hint="Per file. The upload of a larger one is refused."
        fixed={{ value: draft.maxUploadBytes, variable: limits.environment['maxUploadBytes'] }}
        {...field('maxUploadBytes', messages.settings.badUploadSize)}
      />
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
