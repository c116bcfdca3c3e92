import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useHasTableRoom } from '#web/ui/dialogs/shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { SearchField } from '#web/ui/inputs/search-field.tsx';
import { LoadingNote } from '#web/ui/page/skeletons.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { Column, TableFilter } from './column.ts';
import { chosenIn, Filters } from './filters.tsx';
import { ListRows, ListSkeleton } from './list-rows.tsx';
import { Pages } from './pages.tsx';
import { TableRows, TableSkeleton } from './table-rows.tsx';
import { type Selection, useSelection } from './use-selection.ts';
import type { TableControl, TablePage } from './use-table.ts';

interface TableProps<Row, Data> {
  /** Its name for screen readers. */
  label: string;
  control: TableControl;
  query: UseQueryResult<Data>;
  pageOf: (data: Data) => TablePage<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The page of a row. */
  openAt: (row: Row) => string;
  /** Shown when the query failed without a message of the server. */
  failure: string;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
  /** What the search looks in; without it there is no search. */
  searchLabel?: string;
  filters?: readonly TableFilter[];
  /** At the end of the toolbar. */
  tools?: ReactNode;
  /** Buttons for the selected rows; without them no row can be selected. */
  renderBulk?: (selection: Selection) => ReactNode;
}

/**
 * A list with search, filters, sort and pages: a table, or two-line rows in narrow windows. The search, the filters, the
 * order and the page are those of `control`, which the query has to follow; the rows are one page of the result.
 */
export function Table<Row, Data>(props: TableProps<Row, Data>) {
  const { query, columns, failure, pageOf } = props;
  const isWide = useHasTableRoom();
  const Skeleton = isWide ? TableSkeleton : ListSkeleton;
  return (
    <>
      <Toolbar {...props} />
      <div className="surface table-surface" aria-busy={query.isPlaceholderData || undefined}>
        <QueryBoundary
          query={query}
          skeleton={
            <>
              <LoadingNote />
              <Skeleton columns={columns} hasSelection={props.renderBulk !== undefined} />
            </>
          }
          failure={failure}
          messageClass="p-5"
          isInPanel
        >
          {(data) => <Results {...props} page={pageOf(data)} isWide={isWide} />}
        </QueryBoundary>
      </div>
    </>
  );
}

const hasFilter = <Row, Data>({ control, filters = [] }: TableProps<Row, Data>): boolean =>
  control.search !== '' || filters.some((filter) => chosenIn(filter, control) !== '');

function Toolbar<Row, Data>({ control, searchLabel, filters = [], tools }: TableProps<Row, Data>) {
  const toolbar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const field = toolbar.current?.querySelector<HTMLInputElement>('input[type=search]');
      if (!field) return;
      event.preventDefault();
      field.focus();
    };
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, []);
  if (searchLabel === undefined && filters.length === 0 && tools === undefined) return null;
  return (
    <div ref={toolbar} className="table-toolbar">
      {searchLabel !== undefined && (
        <SearchField
          label={searchLabel}
          value={control.search}
          onSearch={(search) => control.change({ search }, { replaces: true })}
        />
      )}
      <Filters filters={filters} control={control} />
      {tools !== undefined && <div className="ms-auto flex gap-2">{tools}</div>}
    </div>
  );
}

interface ResultsProps<Row, Data> extends TableProps<Row, Data> {
  page: TablePage<Row>;
  isWide: boolean;
}

function Results<Row, Data>(props: ResultsProps<Row, Data>) {
  const { page, isWide, control, query, renderBulk, keyOf } = props;
  const { rows, total } = page;
  const selection = useSelection(rows.map(keyOf), control.scope, total);
  if (rows.length === 0) return <NothingHere {...props} />;
  const Rows = isWide ? TableRows : ListRows;
  return (
    <>
      <div className={query.isPlaceholderData ? 'opacity-60' : undefined}>
        <Rows {...props} rows={rows} selection={renderBulk && selection} />
      </div>
      <Pages label={props.label} page={page} control={control} isOld={query.isPlaceholderData} />
      {renderBulk && selection.keys.length > 0 && (
        <BulkBar selection={selection} shown={rows.length} total={total}>
          {renderBulk(selection)}
        </BulkBar>
      )}
    </>
  );
}

function NothingHere<Row, Data>(props: ResultsProps<Row, Data>) {
  const { control, filters = [], empty } = props;
  if (hasFilter(props)) {
    const cleared = Object.fromEntries([['search', ''], ...filters.map(({ id }) => [id, ''])]);
    return (
      <EmptyState action={<Button onClick={() => control.change(cleared)}>Clear filters</Button>}>
        Nothing matches these filters.
      </EmptyState>
    );
  }
  if (control.page > 1 || control.cursor !== '') {
    return (
      <EmptyState action={<Button onClick={() => control.change({})}>Go to the first page</Button>}>
        This page has no rows.
      </EmptyState>
    );
  }
  return empty;
}
