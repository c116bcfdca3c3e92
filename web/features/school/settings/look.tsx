import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { accentVariables, type Theme } from '#contract/school/accent.ts';
import type { Descriptor } from '#contract/languages/language.ts';
import type { Look } from '#contract/school/looks.ts';
import { type AllSettings, LookSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { firstChoice, Amount } from '#web/features/billing/plan-terms.tsx';
import { Button } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { BrandMark, useChangeSite, useSite } from '#web/ui/page/site.tsx';
import { useTermWords } from '#web/ui/language/term-words.ts';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { useSectionForm } from './use-section-form.ts';
import { lookNames, themes } from './look-names.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const known: readonly { look: Look; text: Descriptor }[] = [
  { look: 'ledge', text: msg`Books stand on a ledge. Titles in a serif typeface.` },
  { look: 'slate', text: msg`A dark opening, bold titles and square edges.` },
  { look: 'courtyard', text: msg`Arches, rounded titles and round buttons.` },
];

/** Courses of an invented school. */
const quotations = [
  { title: 'How Monsoons Work', height: 'h-[92%]' },
  { title: 'Carnatic Vocals from the First Swara', height: 'h-[66%]' },
  { title: 'Indian Miniature Painting', height: 'h-[80%]' },
];

const CourseCard = () => (
  <div className="px-4 py-5">
    <div className="course-card">
      <p className="px-4 py-3">
        <span className="font-display block text-title font-medium">
          <Trans>How Monsoons Work</Trans>
        </span>
        <span className="meta">
          <Trans>20 lectures</Trans>
        </span>
      </p>
    </div>
  </div>
);

/** The opening of the home page in miniature. */
function Opening({ look, theme }: { look: Look; theme: Theme }) {
  const terms = useTermWords();
  const { brandName, tagline, heroText, accent, plans } = useSite();
  const plan = firstChoice(plans);
  return (
    <div
      inert
      data-theme={theme}
      data-look={look}
      className="overflow-hidden rounded-box border border-line bg-base-200 text-base-content"
      style={accentVariables(accent, theme)}
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4 py-3">
        <BrandMark />
        <span className="font-display pt-1 text-title leading-tight font-semibold">{brandName}</span>
      </div>
      <div className="opening">
        <div className="flex flex-col gap-5 px-4 pt-5">
          <div>
            <p className="font-display text-section font-medium">{tagline}</p>
            <p className="mt-2 text-sm text-muted">{heroText}</p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button size="small">
                <Trans>Explore Courses</Trans>
              </Button>
              <Button size="small" tone="quiet">
                <Trans>Contact Us</Trans>
              </Button>
            </div>
          </div>
          <div className="shelf flex h-28 items-end gap-2">
            {quotations.map(({ title, height }) => (
              <Book key={title} title={title} hidesTitle className={`w-1/3 ${height}`} />
            ))}
          </div>
        </div>
        <div className="ledge rounded-none" />
      </div>
      {plan && (
        <p className="flex items-baseline gap-3 border-b border-line bg-base-100 px-4 py-3">
          <span className="font-display text-title font-medium">
            <Amount paise={plan.priceInPaise} />
          </span>
          <span className="text-sm text-muted">
            <Trans>{{ length: terms.label(plan.term) }}, all courses</Trans>
          </span>
        </p>
      )}
      <CourseCard />
    </div>
  );
}

function LookForm({ saved }: { saved: AllSettings['look'] }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const [theme, setTheme] = useState<Theme>('morning');
  const changeSite = useChangeSite();
  const { form, frame } = useSectionForm({
    schema: LookSettings,
    defaults: saved.values,
    save: (body) => call('PUT /admin/settings/look', { body }),
    draftOf: (settings) => settings.look.values,
    onSaved: ({ look: { values } }) => {
      changeSite(values);
      // As the server draws the next document.
      document.documentElement.dataset['look'] = values.look;
    },
  });
  const chosen = useWatch({ control: form.control, name: 'look' });
  return (
    <SectionForm title={t`Look`} {...frame}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-title">
            <Trans>Look</Trans>
          </h2>
          <p className="mt-1 text-sm text-muted">
            <Trans>
              Typeface and shape of the pages. Words, order and colours stay; the accent colour is under School.
            </Trans>
          </p>
        </div>
        <fieldset className="flex gap-2" aria-label={t`Theme of the previews`}>
          {themes.map(([value, name]) => (
            <button
              key={value}
              type="button"
              className="chip"
              aria-pressed={value === theme}
              onClick={() => setTheme(value)}
            >
              {_(name)}
            </button>
          ))}
        </fieldset>
      </div>
      <fieldset>
        <legend className="sr-only">
          <Trans>Look</Trans>
        </legend>
        <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
          {known.map(({ look, text }) => (
            <label key={look} className="block min-w-0 cursor-pointer">
              <span className="mb-3 flex items-start gap-3">
                <input type="radio" className="radio mt-0.5" value={look} {...form.register('look')} />
                <span>
                  <span className="block font-semibold">{_(lookNames[look])}</span>
                  <span className="meta block">{_(text)}</span>
                </span>
              </span>
              <span
                className={`block rounded-box outline-offset-4 ${look === chosen ? 'outline-2 outline-primary' : ''}`}
              >
                <Opening look={look} theme={theme} />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </SectionForm>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Look`} isWide>
      {({ look }) => <LookForm saved={look} />}
    </SettingsFrame>
  );
};
