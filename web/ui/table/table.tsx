import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFitsTables } from '#web/ui/dialogs/shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { SearchField } from '#web/ui/inputs/search-field.tsx';
import { formatCount } from '#contract/format.ts';
import { NoMatches } from './no-matches.tsx';
import { BulkBar, type Selection, useSelection } from './selection.tsx';
import { type Column, PAGE_SIZES, type TableControl, type TableFilter, type TablePage } from './use-table.ts';
import { ListSkeleton, Rows, TableSkeleton } from './table-rows.tsx';

interface TableProps<Row, Data> {
  /** Its name for screen readers. */
  label: string;
  control: TableControl;
  query: UseQueryResult<Data>;
  pageOf: (data: Data) => TablePage<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The page of a row, if it has one. */
  openAt?: (row: Row) => string | undefined;
  /** Shown when the query failed without a message of the server. */
  failure: string;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
  /** The columns of the search; without it there is no search. */
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
  const Skeleton = useFitsTables() ? TableSkeleton : ListSkeleton;
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
          {(data) => <Results {...props} page={pageOf(data)} />}
        </QueryBoundary>
      </div>
    </>
  );
}

const hasFilter = <Row, Data>({ control, filters = [] }: TableProps<Row, Data>): boolean =>
  filters.some((filter) => chosenIn(filter, control) !== '');

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
}

function Results<Row, Data>(props: ResultsProps<Row, Data>) {
  const { page, control, query, renderBulk, keyOf } = props;
  const { rows, total } = page;
  const selection = useSelection(rows.map(keyOf), control.scope, total);
  if (rows.length === 0) return <NothingHere {...props} />;
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
  const isFiltered = hasFilter(props);
  if (isFiltered || control.search !== '') {
    const cleared = Object.fromEntries([['search', ''], ...filters.map(({ id }) => [id, ''])]);
    return <NoMatches search={isFiltered ? '' : control.search} onClear={() => control.change(cleared)} />;
  }
  if (control.page > 1 || control.cursor !== '') {
    return (
      <EmptyState
        action={
          <Button onClick={() => control.change({})}>
            <Trans>Go to the first page</Trans>
          </Button>
        }
      >
        <Trans>This page has no rows.</Trans>
      </EmptyState>
    );
  }
  return empty;
}

interface FilterProps {
  filter: TableFilter;
  control: TableControl;
}

export const Filters = ({ filters, control }: { filters: readonly TableFilter[]; control: TableControl }) =>
  filters.map((filter) =>
    filter.shape === 'chips' ? (
      <Chips key={filter.id} {...{ filter, control }} />
    ) : (
      <Select key={filter.id} {...{ filter, control }} />
    ),
  );

/** The value that the address chooses, or empty. */
const chosenIn = ({ id, options }: TableFilter, control: TableControl): string =>
  control.choice(
    id,
    options.map(({ value }) => value),
  ) ?? '';

interface ChipProps {
  label: string;
  count: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

export const Chip = ({ label, count, isChosen, onChoose }: ChipProps) => (
  <button type="button" className="chip shrink-0" aria-pressed={isChosen} onClick={onChoose}>
    {label} {count !== undefined && <span className="num font-normal">{formatCount(count)}</span>}
  </button>
);

function Chips({ filter, control }: FilterProps) {
  const { t } = useLingui();
  const { id, title, options, total, none = t`All` } = filter;
  const chosen = chosenIn(filter, control);
  return (
    <fieldset className="table-chips">
      <legend className="sr-only">{title}</legend>
      {[{ value: '', label: none, count: total }, ...options].map(({ value, label, count }) => (
        <Chip
          key={value}
          {...{ label, count }}
          isChosen={value === chosen}
          onChoose={() => control.change({ [id]: value })}
        />
      ))}
    </fieldset>
  );
}

function Select({ filter, control }: FilterProps) {
  const { t } = useLingui();
  const { id, title, options, none = t`All` } = filter;
  return (
    <label className="table-select">
      <span className="text-muted">{title}</span>
      <select
        className="select"
        value={chosenIn(filter, control)}
        onChange={(event) => control.change({ [id]: event.target.value })}
      >
        <option value="">{none}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PagesProps {
  label: string;
  page: TablePage<unknown>;
  control: TableControl;
  /** The rows are still those of the previous page. */
  isOld: boolean;
}

/** Renders nothing when all rows fit on the smallest page. */
export function Pages({ label, page: { rows, total, nextCursor }, control, isOld }: PagesProps) {
  const { t } = useLingui();
  const { page, pageSize, offset, cursor } = control;
  const isByCursor = nextCursor !== undefined;
  const isFirst = isByCursor ? cursor === '' : page === 1;
  const isLast = isByCursor ? nextCursor === null : offset + rows.length >= (total ?? 0);
  if (isFirst && isLast && rows.length <= PAGE_SIZES[0]) return null;
  return (
    <nav aria-label={t`Pages: ${label}`} className="flex flex-wrap items-center gap-2 py-3 px-5 border-t border-line">
      <output className="meta num">
        {total !== undefined &&
          t`${formatCount(offset + 1)} to ${formatCount(offset + rows.length)} of ${formatCount(total)}`}
      </output>
      <label className="table-select ms-auto">
        <span className="text-muted">
          <Trans>Rows</Trans>
        </span>
        <select
          className="select"
          value={pageSize}
          onChange={({ target }) => control.change({ rows: target.value === '20' ? '' : target.value })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Button
        tone="quiet"
        isDisabled={isFirst}
        onClick={() => (isByCursor ? control.goToPreviousCursor() : control.goToPage(page - 1))}
      >
        <Trans>Previous</Trans>
      </Button>
      <Button
        tone="quiet"
        isDisabled={isLast || isOld}
        onClick={() => (isByCursor ? control.goToCursor(nextCursor ?? '') : control.goToPage(page + 1))}
      >
        <Trans>Next</Trans>
      </Button>
    </nav>
  );
}
