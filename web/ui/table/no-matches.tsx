import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

export const noResultsFor = (search: string, { _ }: Language): string => _(msg`No results for “${search}”.`);

/** Of a list with a search and filters. `search` is empty where a filter is chosen too. */
export const NoMatches = ({ search, onClear }: { search: string; onClear: () => void }) => {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <EmptyState
      action={
        <Button onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      {search === '' ? t`Nothing matches these filters.` : noResultsFor(search, language)}
    </EmptyState>
  );
};
