import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';

export const noResultsFor = (search: string): string => `No results for “${search}”.`;

/** Of a list with a search and filters. `search` is empty where a filter is chosen too. */
export const NoMatches = ({ search, onClear }: { search: string; onClear: () => void }) => (
  <EmptyState action={<Button onClick={onClear}>Clear filters</Button>}>
    {search === '' ? 'Nothing matches these filters.' : noResultsFor(search)}
  </EmptyState>
);
