import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CertificateDesign, wholeDesign } from '#contract/certificates/certificate-fields.ts';
import { messages } from '#contract/messages.ts';
import { TeachingSettings } from '#contract/classroom/classroom-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { certifiedCoursesQuery } from '#web/api/certificate-queries.ts';
import { CourseRules } from '#web/features/certificates/course-rules.tsx';
import { DesignFields } from '#web/features/certificates/design-fields.tsx';
import { DesignPreview } from '#web/features/certificates/design-preview.tsx';
import { IssuedCertificates } from '#web/features/certificates/issued-certificates.tsx';
import { type Part, Parts, PARTS } from '#web/features/certificates/parts.tsx';
import { useDescribedSection } from './described-section.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { useSectionForm } from './use-section-form.ts';
import { SettingsFrame } from './settings-frame.tsx';

const teachingFields = {
  teachersPublish: {
    label: msg`When a teacher publishes a course`,
    hint: msg`A course that waits is listed under Who waits. Later changes of a published course don’t wait.`,
    options: [
      ['after_approval', msg`It waits for your approval`],
      ['alone', msg`It is on the site at once`],
    ],
  },
  teachersCreate: {
    is: 'switch',
    label: msg`Teachers create courses`,
    hint: msg`As drafts, which they then teach. Assistants never create courses.`,
  },
} as const;

function TeachingForm({ teaching }: { teaching: AllSettings['teaching'] }) {
  const { t } = useLingui();
  const { frame, show } = useDescribedSection({
    section: teaching,
    fields: teachingFields,
    schema: TeachingSettings,
    save: (body) => call('PUT /admin/settings/teaching', { body }),
    sectionIn: (settings) => settings.teaching,
  });
  return (
    <SectionForm title={t`Teaching`} {...frame}>
      <p className="text-sm text-muted">
        <Trans>
          Teachers edit their own courses and see learners by name and progress. They don’t see emails, payments or
          other courses. Add them under Courses, on the People tab of a course.
        </Trans>
      </p>
      {show('teachersPublish', 'teachersCreate')}
    </SectionForm>
  );
}

function CertificatesForm({ certificates }: { certificates: AllSettings['certificates'] }) {
  const { t } = useLingui();
  const { form, frame, errorOf } = useSectionForm({
    schema: CertificateDesign,
    defaults: certificates.values,
    save: (body) => call('PUT /admin/settings/certificates', { body }),
    draftOf: (settings) => settings.certificates.values,
  });
  const design = wholeDesign({ ...certificates.values, ...useWatch({ control: form.control }) });
  const { statementMissing, nameMissing } = messages.certificates;
  const set = (changed: Partial<CertificateDesign>): void =>
    form.reset(
      { ...form.getValues(), ...changed },
      { keepDefaultValues: true, keepErrors: true, keepIsSubmitted: true },
    );
  const [part, setPart] = useState<Part>('design');
  const { data } = useQuery(certifiedCoursesQuery({ limit: 1, offset: 0 }));
  return (
    <section aria-labelledby="certificates" className="space-y-4">
      <h2 id="certificates" className="text-title">
        <Trans>Certificates</Trans>
      </h2>
      <Parts part={part} issued={data?.issued ?? 0} shown={PARTS} onChoose={setPart} />
      <div hidden={part !== 'design'}>
        <SectionForm title={t`Certificates`} {...frame}>
          <p className="text-sm text-muted">
            <Trans>
              How they look for courses without a design of their own. Issued certificates stay as they are.
            </Trans>
          </p>
          <DesignPreview design={design} courseId={undefined} />
          <DesignFields
            design={design}
            courseId={undefined}
            errorOf={(name) => errorOf(name, name === 'statement' ? statementMissing : nameMissing)}
            onChange={set}
          />
        </SectionForm>
      </div>
      {part === 'rules' && <CourseRules />}
      {part === 'given' && <IssuedCertificates courseId={undefined} />}
    </section>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Teaching`}>
      {({ teaching, certificates }) => (
        <div className="space-y-6">
          <TeachingForm teaching={teaching} />
          <CertificatesForm certificates={certificates} />
        </div>
      )}
    </SettingsFrame>
  );
};
