import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
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
    label: msg`Devices at once`,
    hint: msg`On how many devices a learner may watch at the same time. One more pauses the one that started first.`,
    whenMissing: messages.settings.badDevices,
  },
  maxUploadBytes: {
    is: 'gigabytes',
    label: msg`Largest video, in GB`,
    hint: msg`Per file. The upload of a larger one is refused.`,
    whenMissing: messages.settings.badUploadSize,
  },
  isFreePreview: {
    is: 'switch',
    label: msg`New lectures are free previews`,
    hint: msg`Anyone may watch them, also without buying. Each lecture can be changed afterwards.`,
  },
  auditYears: {
    is: 'count',
    label: msg`Audit, in years`,
    hint: msg`Who did what. What belongs to a payment stays longer.`,
    whenMissing: messages.settings.badAuditYears,
  },
  noticeMonths: {
    is: 'count',
    label: msg`Notices, in months`,
    hint: msg`What the bell lists, with the record of the emails about it.`,
    whenMissing: messages.settings.badNoticeMonths,
  },
  emailMonths: {
    is: 'count',
    label: msg`Emails, in months`,
    hint: msg`To whom, when, and the subject.`,
    whenMissing: messages.settings.badNoticeMonths,
  },
  messageMonths: {
    is: 'count',
    label: msg`Messages to the school, in months`,
    hint: msg`Counted from when a message was marked as done. With 0 it is kept.`,
    whenMissing: messages.settings.badMessageMonths,
  },
} as const;

function LimitsForm({ limits }: { limits: AllSettings['limits'] }) {
  const { t } = useLingui();
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
    <SectionForm title={t`Limits`} {...frame}>
      {show('devices', 'maxUploadBytes', 'isFreePreview')}
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-semibold">
          <Trans>How long data is kept</Trans>
        </legend>
        {show('auditYears', 'noticeMonths', 'emailMonths', 'messageMonths')}
      </fieldset>
    </SectionForm>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`Limits`}>{({ limits }) => <LimitsForm limits={limits} />}</SettingsFrame>;
};
