import { useWatch } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import { type AllSettings, SchoolChange } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { timeZoneOptions } from '#web/ui/text/days.ts';
import { AccentField } from './accent-field.tsx';
import { LookPreview } from './look-preview.tsx';
import { SchoolImageFields } from './school-images.tsx';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { type Setting, SettingFields } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { showAccent } from './show-accent.ts';

type School = AllSettings['school'];

type Name = keyof School['values'];

const texts: Setting<Name>[] = [
  {
    name: 'brandName',
    label: 'School name',
    required: true,
    hint: 'In the header, in emails and on receipts.',
    whenMissing: messages.settings.brandNameMissing,
  },
  {
    name: 'tagline',
    label: 'Tagline',
    required: true,
    hint: 'Large on the home page.',
    whenMissing: messages.settings.taglineMissing,
  },
  {
    name: 'heroText',
    label: 'Text below it',
    required: true,
    hint: 'On the home page, for visitors.',
    whenMissing: messages.settings.heroTextMissing,
  },
];
const contactAndTime = (timeZone: string): Setting<Name>[] => [
  {
    name: 'contactEmail',
    label: 'Contact email',
    type: 'email',
    hint: 'Receives messages of the contact form. Leave empty to notify all admins.',
    whenMissing: messages.settings.incomplete,
  },
  {
    name: 'timeZone',
    label: 'Time zone',
    hint: 'Dates and times follow it everywhere, and sales are counted in its days.',
    whenMissing: messages.settings.incomplete,
    options: timeZoneOptions(timeZone),
  },
];
const links = (
  [
    ['facebook', 'Facebook'],
    ['instagram', 'Instagram'],
    ['linkedin', 'LinkedIn'],
    ['x', 'X'],
  ] as const
).map(([name, label]): Setting<Name> => ({
  name,
  label,
  type: 'url',
  inputMode: 'url',
  placeholder: 'https://',
  whenMissing: messages.settings.badLink,
}));

const useSchoolForm = ({ values }: School) => {
  const changeSite = useChangeSite();
  return useSectionForm({
    schema: SchoolChange,
    defaults: values,
    save: (body) => call('PUT /admin/settings/school', { body }),
    draftOf: (settings) => settings.school.values,
    onSaved: ({ school }) => {
      const { contactEmail: _, facebook, instagram, linkedin, x, ...shown } = school.values;
      changeSite({ ...shown, socialLinks: { facebook, instagram, linkedin, x } });
      showAccent(shown.accent);
    },
  });
};

function SchoolSection({ school }: { school: School }) {
  const { form, frame, field, errorOf } = useSchoolForm(school);
  const { values, environment, images } = school;
  const section = { field, values, environment };
  const [brandName, tagline, heroText, accent] = useWatch({
    control: form.control,
    name: ['brandName', 'tagline', 'heroText', 'accent'],
  });
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <SectionForm title="School" {...frame}>
        <SettingFields {...section} settings={texts} />
        <SchoolImageFields images={images} />
        <AccentField
          accent={accent}
          error={errorOf('accent', messages.settings.badAccent)}
          onChange={(colour) => form.setValue('accent', colour, { shouldDirty: true, shouldTouch: true })}
        />
        <SettingFields {...section} settings={contactAndTime(values.timeZone)} />
        <fieldset className="space-y-5 border-t border-line pt-5">
          <legend className="sr-only">Social links</legend>
          <p className="meta" aria-hidden="true">
            Linked in the footer. Leave empty for an icon without a link.
          </p>
          <SettingFields {...section} settings={links} />
        </fieldset>
      </SectionForm>
      <aside className="min-w-0 xl:sticky xl:top-6 xl:self-start">
        <LookPreview look={{ brandName, tagline, heroText, accent }} />
      </aside>
    </div>
  );
}

export const Component = () => (
  <SettingsFrame section="School" isWide>
    {({ school }) => <SchoolSection school={school} />}
  </SettingsFrame>
);
