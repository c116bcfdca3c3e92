import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AllSettings } from '#contract/school/settings.ts';
import { messages } from '#contract/messages.ts';
import { ownWordsQuery } from '#web/api/school-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { SearchField } from '#web/ui/inputs/search-field.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { RowsPanel } from '#web/ui/rows-panel.tsx';
import { Filters, Pages } from '#web/ui/table/table.tsx';
import { type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { SentenceRow } from './sentence-row.tsx';

const changedFilter = (changed: number | undefined, { _ }: Language): TableFilter => ({
  id: 'words',
  title: _(msg`Sentences`),
  shape: 'chips',
  options: [{ value: 'changed', label: _(msg`Changed`), count: changed }],
});

/** Every sentence of the interface in one language, as the school says it. */
function OwnWords({ values, available }: AllSettings['languages']) {
  const { t } = useLingui();
  const language = useLanguage();
  const control = useTable();
  const codes = available.map(({ code }) => code);
  const chosen = control.choice('language', codes) ?? values.language;
  const isChanged = control.choice('words', ['changed'] as const) !== undefined;
  const { search, pageSize: limit, cursor } = control;
  const query = useQuery(
    ownWordsQuery(chosen, { search, limit, ...(isChanged && { isChanged: 'true' }), ...(cursor !== '' && { cursor }) }),
  );
  return (
    <RowsPanel title={t`Sentences`}>
      <div className="space-y-4 px-5 pb-4 sm:px-6">
        <p className="text-sm text-muted">
          <Trans>
            Change any sentence that the program shows. Whole emails have a page of their own:{' '}
            <Link to={pathTo('emailTexts')} className="link">
              Email texts
            </Link>
          </Trans>
        </p>
        <Field label={t`Language`}>
          {(described) => (
            <select
              {...described}
              className="select h-12"
              value={chosen}
              onChange={({ target }) => control.change({ language: target.value })}
            >
              {available.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <SearchField
          label={t`Search sentences`}
          value={search}
          onSearch={(sought) => control.change({ search: sought }, { replaces: true })}
        />
        <Filters filters={[changedFilter(query.data?.changed, language)]} control={control} />
      </div>
      <QueryBoundary query={query} failure={messages.ownWords.failure} messageClass="p-5" isInPanel>
        {({ sentences, nextCursor }) => (
          <>
            {sentences.length === 0 ? (
              <EmptyState>{search === '' ? t`No sentence is changed.` : t`No results for “${search}”`}</EmptyState>
            ) : (
              <ul aria-label={t`Sentences`}>
                {sentences.map((sentence) => (
                  <SentenceRow key={`${chosen} ${sentence.id}`} language={chosen} sentence={sentence} />
                ))}
              </ul>
            )}
            <Pages
              label={t`Sentences`}
              page={{ rows: sentences, nextCursor }}
              control={control}
              isOld={query.isPlaceholderData}
            />
          </>
        )}
      </QueryBoundary>
    </RowsPanel>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`Your own words`}>{({ languages }) => <OwnWords {...languages} />}</SettingsFrame>;
};
