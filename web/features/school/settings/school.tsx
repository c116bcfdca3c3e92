import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import { type AllSettings, SchoolChange } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { AccentField } from './accent-field.tsx';
import { LookPreview } from './look-preview.tsx';
import { SchoolImageFields } from './school-images.tsx';
import { SectionForm } from './section-form.tsx';
import { SelectSetting, SettingField } from './setting-field.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { showAccent } from './show-accent.ts';
import { useSectionForm } from './use-section-form.ts';

type School = AllSettings['school'];
type SettingProps = Omit<ComponentProps<typeof SettingField>, 'label'>;

/** The names that the browser knows, and the one that is set. */
const timeZones = (current: string): [string, string][] =>
  [...new Set([current, ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((name) => [name, name.replaceAll('_', ' ')]);

const links = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['linkedin', 'LinkedIn'],
  ['x', 'X'],
] as const;

const SocialLinks = ({ setting }: { setting: (name: (typeof links)[number][0]) => SettingProps }) => (
  <fieldset className="space-y-5 border-t border-line pt-5">
    <legend className="sr-only">Social links</legend>
    <p className="meta" aria-hidden="true">
      Linked at the foot of every page. Empty: the icon is not a link.
    </p>
    {links.map(([name, label]) => (
      <SettingField key={name} label={label} type="url" inputMode="url" placeholder="https://" {...setting(name)} />
    ))}
  </fieldset>
);

type Setting = (name: keyof School['values'], whenMissing: string) => SettingProps;

const Texts = ({ setting }: { setting: Setting }) => (
  <>
    <SettingField
      label="School name"
      required
      hint="In the header, in emails and on receipts."
      {...setting('brandName', messages.settings.brandNameMissing)}
    />
    <SettingField
      label="Tagline"
      required
      hint="Large on the home page."
      {...setting('tagline', messages.settings.taglineMissing)}
    />
    <SettingField
      label="Text below it"
      required
      hint="On the home page, for visitors."
      {...setting('heroText', messages.settings.heroTextMissing)}
    />
  </>
);

const useSchoolForm = ({ values, environment }: School) => {
  const changeSite = useChangeSite();
  const schoolForm = useSectionForm({
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
  const setting: Setting = (name, whenMissing) => ({
    ...schoolForm.field(name, whenMissing),
    fixed: { value: values[name], variable: environment[name] },
  });
  return { ...schoolForm, setting };
};

function SchoolSection({ school }: { school: School }) {
  const { form, frame, field, errorOf, setting } = useSchoolForm(school);
  const { values, environment, images } = school;
  const [brandName, tagline, heroText, accent] = useWatch({
    control: form.control,
    name: ['brandName', 'tagline', 'heroText', 'accent'],
  });
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <SectionForm title="School" {...frame}>
        <Texts setting={setting} />
        <SchoolImageFields images={images} />
        <AccentField
          accent={accent}
          error={errorOf('accent', messages.settings.badAccent)}
          onChange={(colour) => form.setValue('accent', colour, { shouldDirty: true, shouldTouch: true })}
        />
        <TextArea
          label="About us"
          rows={6}
          hint="The page About Us, with empty lines between paragraphs. The first one is large. Empty: the standard text."
          {...field('aboutText', messages.settings.incomplete)}
        />
        <SettingField
          label="Contact email"
          type="email"
          hint="Receives messages of the contact form. Empty: all admins do."
          {...setting('contactEmail', messages.settings.incomplete)}
        />
        <SelectSetting
          label="Time zone"
          hint="Dates and times follow it everywhere, and sales are counted in its days."
          options={timeZones(values.timeZone)}
          fixed={{ value: values.timeZone, variable: environment['timeZone'] }}
          {...form.register('timeZone')}
        />
        <SocialLinks setting={(name) => setting(name, messages.settings.badLink)} />
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
