import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import { type AllSettings, SchoolChange } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { timeZoneOptions } from '#web/ui/text/days.ts';
import { AccentField } from './accent-field.tsx';
import { useDescribedSection } from './described-section.tsx';
import { LookPreview } from './look-preview.tsx';
import { SchoolImageFields } from './school-images.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { showAccent } from './show-accent.ts';

const linkTo = (label: string) =>
  ({ label, type: 'url', inputMode: 'url', placeholder: 'https://', whenMissing: messages.settings.badLink }) as const;

const fields = {
  brandName: {
    label: msg`School name`,
    required: true,
    hint: msg`In the header, in emails and on receipts.`,
    whenMissing: messages.settings.brandNameMissing,
  },
  tagline: {
    label: msg`Tagline`,
    required: true,
    hint: msg`Large on the home page.`,
    whenMissing: messages.settings.taglineMissing,
  },
  heroText: {
    label: msg`Text below it`,
    required: true,
    hint: msg`On the home page, for visitors.`,
    whenMissing: messages.settings.heroTextMissing,
  },
  contactEmail: {
    label: msg`Contact email`,
    type: 'email',
    hint: msg`Receives messages of the contact form. Leave empty to notify all admins.`,
  },
  timeZone: {
    label: msg`Time zone`,
    hint: msg`Dates and times follow it everywhere, and sales are counted in its days.`,
  },
  facebook: linkTo('Facebook'),
  instagram: linkTo('Instagram'),
  linkedin: linkTo('LinkedIn'),
  x: linkTo('X'),
} as const;

const useSchoolForm = (school: AllSettings['school']) => {
  const changeSite = useChangeSite();
  return useDescribedSection({
    section: school,
    fields: { ...fields, timeZone: { ...fields.timeZone, options: timeZoneOptions(school.values.timeZone) } },
    schema: SchoolChange,
    save: (body) => call('PUT /admin/settings/school', { body }),
    sectionIn: (settings) => settings.school,
    onSaved: ({ school: { values } }) => {
      const { contactEmail: _, facebook, instagram, linkedin, x, ...shown } = values;
      changeSite({ ...shown, socialLinks: { facebook, instagram, linkedin, x } });
      showAccent(shown.accent);
    },
  });
};

function SchoolSection({ school }: { school: AllSettings['school'] }) {
  const { t } = useLingui();
  const { form, frame, show, errorOf } = useSchoolForm(school);
  const draft = useWatch({ control: form.control });
  const [brandName = '', tagline = '', heroText = '', accent = ''] = ['brandName', 'tagline', 'heroText', 'accent'].map(
    (name) => String(draft[name]),
  );
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <SectionForm title={t`School`} {...frame}>
        {show('brandName', 'tagline', 'heroText')}
        <SchoolImageFields images={school.images} />
        <AccentField
          isDetailed
          accent={accent}
          error={errorOf('accent', messages.settings.badAccent)}
          onChange={(colour) => form.setValue('accent', colour, { shouldDirty: true, shouldTouch: true })}
        />
        {show('contactEmail', 'timeZone')}
        <fieldset className="space-y-5 border-t border-line pt-5">
          <legend className="sr-only">
            <Trans>Social links</Trans>
          </legend>
          <p className="meta" aria-hidden="true">
            <Trans>Linked in the footer. Leave empty for an icon without a link.</Trans>
          </p>
          {show('facebook', 'instagram', 'linkedin', 'x')}
        </fieldset>
      </SectionForm>
      <aside className="min-w-0 xl:sticky xl:top-6 xl:self-start">
        <LookPreview look={{ brandName, tagline, heroText, accent }} />
      </aside>
    </div>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`School`} isWide>
      {({ school }) => <SchoolSection school={school} />}
    </SettingsFrame>
  );
};
