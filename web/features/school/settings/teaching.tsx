import { useWatch } from 'react-hook-form';
import { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { messages } from '#contract/messages.ts';
import { TeachingSettings } from '#contract/classroom/classroom-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useDescribedSection } from './described-section.tsx';
import { SectionForm } from './section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const teachingFields = {
  teachersPublish: {
    label: 'When a teacher publishes a course',
    hint: 'A course that waits is listed under Who waits. Later changes of a published course don’t wait.',
    options: [
      ['after_approval', 'It waits for your approval'],
      ['alone', 'It is on the site at once'],
    ],
  },
  teachersCreate: {
    is: 'switch',
    label: 'Teachers create courses',
    hint: 'As drafts, which they then teach. Assistants never create courses.',
  },
} as const;

function TeachingForm({ teaching }: { teaching: AllSettings['teaching'] }) {
  const { frame, show } = useDescribedSection({
    section: teaching,
    fields: teachingFields,
    schema: TeachingSettings,
    save: (body) => call('PUT /admin/settings/teaching', { body }),
    sectionIn: (settings) => settings.teaching,
  });
  return (
    <SectionForm title="Teaching" {...frame}>
      <p className="text-sm text-muted">
        Teachers edit their own courses and see learners by name and progress. They don’t see emails, payments or other
        courses. Add them under Courses, on the People tab of a course.
      </p>
      {show('teachersPublish', 'teachersCreate')}
    </SectionForm>
  );
}

const certificateFields = {
  statement: {
    label: 'Words between the name and the course',
    whenMissing: messages.certificates.statementMissing,
  },
  signatory: { label: 'Signed by', hint: 'Optional', whenMissing: messages.certificates.nameMissing },
  signatoryTitle: {
    label: 'Role of the signatory',
    hint: 'Optional',
    whenMissing: messages.certificates.nameMissing,
  },
} as const;

function CertificatesForm({ certificates }: { certificates: AllSettings['certificates'] }) {
  const { form, frame, show } = useDescribedSection({
    section: certificates,
    fields: certificateFields,
    schema: CertificateDesign,
    save: (body) => call('PUT /admin/settings/certificates', { body }),
    sectionIn: (settings) => settings.certificates,
  });
  const { brandName } = useSite();
  const { statement, signatory, signatoryTitle } = useWatch({ control: form.control });
  const signature = [signatory, signatoryTitle].filter(Boolean).join(', ');
  return (
    <SectionForm title="Certificates" {...frame}>
      <div className="space-y-2">
        <h2 className="text-card">Certificates</h2>
        <p className="text-sm text-muted">
          How they look for courses without a design of their own. Issued certificates stay as they are.
        </p>
      </div>
      {show('statement', 'signatory', 'signatoryTitle')}
      <section aria-label="Preview" className="rounded-box border border-line p-5 text-center">
        <p className="text-title">Meera Nair</p>
        <p className="text-muted">{statement}</p>
        <p className="text-card">A Short Science of the Monsoon</p>
        <p className="meta mt-3">{signature === '' ? brandName : `${signature} · ${brandName}`}</p>
      </section>
    </SectionForm>
  );
}

export const Component = () => (
  <SettingsFrame section="Teaching">
    {({ teaching, certificates }) => (
      <div className="space-y-6">
        <TeachingForm teaching={teaching} />
        <CertificatesForm certificates={certificates} />
      </div>
    )}
  </SettingsFrame>
);
