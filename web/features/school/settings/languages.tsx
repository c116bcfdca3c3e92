import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { type AvailableLanguage, LanguageSettings } from '#contract/school/languages.ts';
import { formatCount } from '#contract/format.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { call } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Field } from '#web/ui/forms/fields.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { TranslationOverview } from './course-translations.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useSectionForm } from './use-section-form.ts';

const stateOf = ({ isComplete, translated, texts }: AvailableLanguage, { _ }: Language): string =>
  isComplete
    ? _(msg`Complete`)
    : _(
        msg`Draft: ${{ translated: formatCount(translated) }} of ${{ texts: formatCount(texts) }} texts. The rest is shown in English.`,
      );

function LanguagesForm({ values, available }: AllSettings['languages']) {
  const { t } = useLingui();
  const shown = useLanguage();
  const { form, frame } = useSectionForm({
    schema: LanguageSettings,
    defaults: values,
    save: (body) => call('PUT /admin/settings/languages', { body }),
    draftOf: (settings) => settings.languages.values,
    // The addresses of pages may change with it.
    onSaved: () => globalThis.location.reload(),
  });
  const main = useWatch({ control: form.control, name: 'language' });
  return (
    <SectionForm title={t`Languages`} {...frame}>
      <p className="text-sm text-muted">
        <Trans>The language of pages, emails and documents. You translate your courses in their editor.</Trans>
      </p>
      <Field label={t`Language of the school`} hint={t`Used unless the address has a language code.`}>
        {(described) => (
          <select {...form.register('language')} {...described} className="select h-12">
            {available.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset className="space-y-3">
        <legend className="field-label">
          <Trans>Further languages</Trans>
        </legend>
        {available
          .filter(({ code }) => code !== main)
          .map((language) => (
            <CheckField
              key={language.code}
              label={language.name}
              hint={stateOf(language, shown)}
              value={language.code}
              {...form.register('others')}
            />
          ))}
      </fieldset>
      <p className="text-sm text-muted">
        <Trans>Visitors choose one in the header. Its addresses begin with its code, such as /hi/courses.</Trans>
      </p>
    </SectionForm>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Languages`}>
      {({ languages }) => (
        <>
          <LanguagesForm {...languages} />
          <p className="mt-5">
            <Link to={pathTo('ownWords')} className="link inline-flex min-h-11 items-center font-medium">
              <Trans>Your own words</Trans>
            </Link>
          </p>
          {languages.values.others.length > 0 && <TranslationOverview />}
        </>
      )}
    </SettingsFrame>
  );
};
