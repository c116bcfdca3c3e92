import { useWatch } from 'react-hook-form';
import { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { messages } from '#contract/messages.ts';
import { TeachingSettings } from '#contract/classroom/classroom-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { type Setting, SettingFields } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const publishing: Setting<'teachersPublish'>[] = [
  {
    name: 'teachersPublish',
    label: 'When a teacher publishes a course',
    hint: 'A course that waits is listed under Who waits. Later changes of a published course don’t wait.',
    whenMissing: messages.settings.incomplete,
    options: [
      ['after_approval', 'It waits for your approval'],
      ['alone', 'It is on the site at once'],
    ],
  },
];

function TeachingForm({ teaching }: { teaching: AllSettings['teaching'] }) {
  const { form, field, frame } = useSectionForm({
    schema: TeachingSettings,
    defaults: teaching.values,
    save: (body) => call('PUT /admin/settings/teaching', { body }),
    draftOf: (settings) => settings.teaching.values,
  });
  return (
    <SectionForm title="Teaching" {...frame}>
      <p className="text-sm text-muted">
        Teachers edit their own courses and see learners by name and progress. They don’t see emails, payments or other
        courses. Add them under Courses, on the People tab of a course.
      </p>
      <SettingFields
        {...{ field, environment: teaching.environment }}
        values={{ teachersPublish: teaching.values.teachersPublish }}
        settings={publishing}
      />
      <CheckField
        label="Teachers create courses"
        hint="As drafts, which they then teach. Assistants never create courses."
        {...form.register('teachersCreate')}
      />
    </SectionForm>
  );
}

const design: Setting<'statement' | 'signatory' | 'signatoryTitle'>[] = [
  {
    name: 'statement',
    label: 'Words between the name and the course',
    whenMissing: messages.certificates.statementMissing,
  },
  { name: 'signatory', label: 'Signed by', hint: 'Optional', whenMissing: messages.certificates.nameMissing },
  {
    name: 'signatoryTitle',
    label: 'Role of the signatory',
    hint: 'Optional',
    whenMissing: messages.certificates.nameMissing,
  },
];

function CertificatesForm({ certificates }: { certificates: AllSettings['certificates'] }) {
  const { form, field, frame } = useSectionForm({
    schema: CertificateDesign,
    defaults: certificates.values,
    save: (body) => call('PUT /admin/settings/certificates', { body }),
    draftOf: (settings) => settings.certificates.values,
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
      <SettingFields {...{ field, environment: {} }} values={certificates.values} settings={design} />
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
