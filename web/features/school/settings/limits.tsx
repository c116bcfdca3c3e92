import { messages } from '#contract/messages.ts';
import { LimitChange } from '#contract/classroom/classroom-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { useDescribedSection } from './described-section.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const fields = {
  devices: {
    is: 'count',
    label: 'Devices at once',
    hint: 'On how many devices a learner may watch at the same time. One more pauses the one that started first.',
    whenMissing: messages.settings.badDevices,
  },
  maxUploadBytes: {
    is: 'gigabytes',
    label: 'Largest video, in GB',
    hint: 'Per file. The upload of a larger one is refused.',
    whenMissing: messages.settings.badUploadSize,
  },
  isFreePreview: {
    is: 'switch',
    label: 'New lectures are free previews',
    hint: 'Anyone may watch them, also without buying. Each lecture can be changed afterwards.',
  },
  auditYears: {
    is: 'count',
    label: 'Audit, in years',
    hint: 'Who did what. What belongs to a payment stays longer.',
    whenMissing: messages.settings.badAuditYears,
  },
  noticeMonths: {
    is: 'count',
    label: 'Notices, in months',
    hint: 'What the bell lists, with the record of the emails about it.',
    whenMissing: messages.settings.badNoticeMonths,
  },
  emailMonths: {
    is: 'count',
    label: 'Emails, in months',
    hint: 'To whom, when, and the subject.',
    whenMissing: messages.settings.badNoticeMonths,
  },
  messageMonths: {
    is: 'count',
    label: 'Messages to the school, in months',
    hint: 'Counted from when a message was marked as done. With 0 it is kept.',
    whenMissing: messages.settings.badMessageMonths,
  },
} as const;

function LimitsForm({ limits }: { limits: AllSettings['limits'] }) {
  const changeSite = useChangeSite();
  const { frame, show } = useDescribedSection({
    section: limits,
    fields,
    schema: LimitChange,
    save: (body) => call('PUT /admin/settings/limits', { body }),
    sectionIn: (settings) => settings.limits,
    onSaved: ({ limits: { values } }) => changeSite({ maxUploadBytes: values.maxUploadBytes }),
  });
  return (
    <SectionForm title="Limits" {...frame}>
      {show('devices', 'maxUploadBytes', 'isFreePreview')}
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-semibold">How long data is kept</legend>
        {show('auditYears', 'noticeMonths', 'emailMonths', 'messageMonths')}
      </fieldset>
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Limits">{({ limits }) => <LimitsForm limits={limits} />}</SettingsFrame>
);
