import type { ComponentProps } from 'react';
import { messages } from '#contract/messages.ts';
import { type AllSettings, SchoolChange } from '#contract/settings.ts';
import { call } from '#web/api/call.ts';
import { useChangeSite } from '#web/components/site.tsx';
import { SectionForm } from '#web/pages/admin/settings/section-form.tsx';
import { SelectSetting, SettingField } from '#web/pages/admin/settings/setting-field.tsx';
import { SettingsFrame } from '#web/pages/admin/settings/settings-frame.tsx';
import { useSectionForm } from '#web/pages/admin/settings/use-section-form.ts';

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

function SchoolForm({ school }: { school: School }) {
  const changeSite = useChangeSite();
  const { values, environment } = school;
  const { form, field, frame } = useSectionForm({
    schema: SchoolChange,
    defaults: values,
    save: (body) => call('PUT /admin/settings/school', { body }),
    draftOf: (settings) => settings.school.values,
    onSaved: (settings) => {
      const { brandName, tagline, heroText, timeZone, facebook, instagram, linkedin, x } = settings.school.values;
      changeSite({ brandName, tagline, heroText, timeZone, socialLinks: { facebook, instagram, linkedin, x } });
    },
  });
  const setting = (name: keyof School['values'], whenMissing: string) => ({
    ...field(name, whenMissing),
    fixed: { value: values[name], variable: environment[name] },
  });
  return (
    <SectionForm title="School" {...frame}>
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
  );
}

export const Component = () => (
  <SettingsFrame section="School">{({ school }) => <SchoolForm school={school} />}</SettingsFrame>
);
