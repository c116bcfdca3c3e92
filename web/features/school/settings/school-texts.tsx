import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ACCEPTED_BY_BUYERS } from '#contract/accepted-pages.ts';
import { messages } from '#contract/messages.ts';
import { CountsTable } from '#web/features/catalog/authoring/translation-counts.tsx';
import { TranslationForm } from '#web/features/catalog/authoring/translation-form.tsx';
import { TranslationLanguage } from '#web/features/catalog/authoring/translation-language.tsx';
import { call } from '#web/api/call.ts';
import { endpointQuery, type Part } from '#web/api/query.ts';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { EmptyState, PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const CHANGES: readonly Part[] = ['school-texts', ['courses', 'translations']];
const EXACT: readonly string[] = ACCEPTED_BY_BUYERS.map((slug) => `pages.${slug}.body`);

/** Those of blocks are found by their places. */
const isExact = (key: string): boolean => EXACT.includes(key) || /^blocks\..+\.(?:question|answer)\./.test(key);

/** The school took this language later, and the owner wrote the original again. */
function WrittenHere({ textKey, language }: { textKey: string; language: string }) {
  const { t } = useLingui();
  const site = useSite();
  const name = site.languages.find(({ code }) => code === language)?.name ?? language;
  // Once for each thing.
  if (language !== site.language || !/\.(?:title|name|tagline)$/.test(textKey) || textKey.startsWith('blocks.'))
    return null;
  const thing = textKey.split('.', 2).join('.');
  return (
    <ConfirmAction
      run={() =>
        call('PUT /admin/translations/:language/originals', { params: { language }, body: { things: [thing] } })
      }
      messages={{ error: messages.translations.saveFailed }}
      changes={CHANGES}
      title={t`Is the original in ${name}?`}
      confirmLabel={t`It is in ${name}`}
      renderTrigger={(open) => (
        <button type="button" className="link mt-1 inline-flex min-h-11 items-center text-sm" onClick={open}>
          <Trans>The original is in {name}</Trans>
        </button>
      )}
    >
      <Trans>Its translation into {name} is removed. You can translate it into the other languages.</Trans>
    </ConfirmAction>
  );
}

function Texts({ language: chosen }: { language: string }) {
  const query = useQuery(
    endpointQuery(['school-texts', chosen], 'GET /admin/translations/:language', {
      params: { language: chosen },
      staleTime: 0,
    }),
  );
  return (
    <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={messages.translations.failure} isInPanel>
      {({ language, texts }) => (
        <TranslationForm
          key={language}
          {...{ language, texts }}
          save={(body) => call('PUT /admin/translations/:language', { params: { language }, body })}
          changes={CHANGES}
          isExact={isExact}
          Note={WrittenHere}
        />
      )}
    </QueryBoundary>
  );
}

/** The names of plans, and pages and announcements, in the further languages of the school. */
export function SchoolTexts() {
  const { t } = useLingui();
  const { languages } = useSite();
  const query = useQuery(
    endpointQuery(['courses', 'translations', 'of-school'], 'GET /admin/translations', {
      query: { limit: 1 },
      staleTime: 0,
    }),
  );
  return (
    <Panel title={t`Translations`}>
      <p className="max-w-prose text-sm text-muted">
        <Trans>People who read in another language see what you translate. The rest stays as you wrote it.</Trans>
      </p>
      <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={messages.translations.failure} isInPanel>
        {({ school }) =>
          school.length === 0 ? (
            <EmptyState>
              <Trans>There is nothing to translate.</Trans>
            </EmptyState>
          ) : (
            <>
              <CountsTable languages={school} />
              <TranslationLanguage
                languages={languages.filter(({ code }) => school.some(({ language }) => language === code))}
              >
                {(chosen) => <Texts language={chosen} />}
              </TranslationLanguage>
            </>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Home page, pages, plans and announcements`} isWide>
      {() => <SchoolTexts />}
    </SettingsFrame>
  );
};
