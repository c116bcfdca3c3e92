import { messages } from '#contract/messages.ts';
import { TeachingSettings } from '#contract/classroom-settings.ts';
import type { AllSettings } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { type Setting, SettingFields } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const publishing: Setting<'teachersPublish'>[] = [
  {
    name: 'teachersPublish',
    label: 'When a teacher publishes a course',
    hint: 'A course that waits is listed under Needs attention. Later changes of a published course don’t wait.',
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

export const Component = () => (
  <SettingsFrame section="Teaching">{({ teaching }) => <TeachingForm teaching={teaching} />}</SettingsFrame>
);
