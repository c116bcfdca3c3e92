import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useFitsTables } from '#web/ui/dialogs/shell.tsx';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import type { Column, TableControl } from './use-table.ts';
import { linkId, onRowKey, type PageSelection, SelectPage, SelectRow } from './selection.tsx';

const SKELETON_ROWS = 8;

const froms: Record<NonNullable<Column<never>['from']>, string> = {
  640: 'max-sm:hidden',
  1024: 'from-1024',
  1280: 'from-1280',
  1440: 'from-1440',
};

const classOf = ({ kind, from }: Pick<Column<never>, 'kind' | 'from'>): string =>
  [kind === 'number' && 'num text-end', kind === 'actions' && 'text-end', from && froms[from]]
    .filter(Boolean)
    .join(' ');

interface RowsProps<Row> {
  /** The name of the table for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The page of a row; without it, its name is not a link. */
  openAt?: ((row: Row) => string | undefined) | undefined;
  control?: TableControl | undefined;
  selection?: PageSelection | undefined;
  /** A table in every window. */
  isAlwaysTable?: boolean;
}

/** A table, or two-line rows in narrow windows. */
export function Rows<Row>({ isAlwaysTable = false, ...props }: RowsProps<Row>) {
  return useFitsTables() || isAlwaysTable ? <TableRows {...props} /> : <ListRows {...props} />;
}

/** A press beside the controls of a row is one of its link, with the keys that open it elsewhere; selecting its text is none. */
const openRow = ({ target, nativeEvent }: MouseEvent): void => {
  const isOfControl = !(target instanceof Element) || target.closest('a, button, input, label, select, .select-cell');
  if (isOfControl || getSelection()?.isCollapsed === false) return;
  const link = target.closest('[data-row]')?.querySelector('.row-link');
  link?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent));
};

function TableRows<Row>({ label, rows, columns, keyOf, openAt, control, selection }: RowsProps<Row>) {
  return (
    <table className="data-table" aria-label={label}>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="select-cell">
              <SelectPage selection={selection} shown={rows.length} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.id} column={column} control={control} />
          ))}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- keys move between the controls inside */}
      <tbody onKeyDown={(event) => onRowKey(event, selection)} onClick={openRow}>
        {rows.map((row, index) => (
          <tr key={keyOf(row)} data-row={keyOf(row)} data-selected={selection?.has(keyOf(row)) || undefined}>
            {selection && (
              <td className="select-cell">
                <SelectRow selection={selection} row={keyOf(row)} />
              </td>
            )}
            {columns.map((column) => (
              <Cell
                key={column.id}
                {...{ column, row }}
                position={(control?.offset ?? 0) + index + 1}
                to={openAt?.(row)}
                linkId={linkId(keyOf(row))}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  position: number;
  to: string | undefined;
  linkId: string;
}

const Note = ({ children }: { children: ReactNode }) =>
  children === undefined ? null : <div className="meta">{children}</div>;

interface NameProps {
  to: string | undefined;
  linkId: string;
  children: ReactNode;
}

const Name = ({ to, linkId, children }: NameProps) =>
  to === undefined ? (
    <span className="font-semibold wrap-anywhere">{children}</span>
  ) : (
    <Link to={to} id={linkId} className="row-link">
      {children}
    </Link>
  );

function Cell<Row>({ column, row, position, to, linkId }: CellProps<Row>) {
  const { kind, cell, below, note } = column;
  const content = cell(row, position);
  if (kind === 'name') {
    return (
      <th scope="row" className={classOf(column)}>
        <Name {...{ to, linkId }}>{content}</Name>
        {below && <div className="meta">{below(row)}</div>}
        <Note>{note?.(row)}</Note>
      </th>
    );
  }
  return (
    <td className={classOf(column)}>{kind === 'actions' ? <div className="row-actions">{content}</div> : content}</td>
  );
}

type Direction = 'ascending' | 'descending';

const opposite: Record<Direction, Direction> = { ascending: 'descending', descending: 'ascending' };

/** A head that sorts: the first press in the direction of the column, the next in the other. */
function Head<Row>({ column, control }: { column: Column<Row>; control: TableControl | undefined }) {
  const { id, title, sort } = column;
  if (!sort || !control) {
    return (
      <th scope="col" className={classOf(column)}>
        {title}
      </th>
    );
  }
  const current: Direction | undefined =
    control.sort === id ? 'ascending' : control.sort === `-${id}` ? 'descending' : undefined;
  const next = current ? opposite[current] : sort;
  const Arrow = current === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={classOf(column)} aria-sort={current}>
      <button
        type="button"
        className="sort-button"
        onClick={() => control.change({ sort: next === 'ascending' ? id : `-${id}` })}
      >
        {title}
        <Arrow size={14} aria-hidden="true" className={current ? undefined : 'invisible'} />
      </button>
    </th>
  );
}

interface TableSkeletonProps<Row> {
  columns: readonly Column<Row>[];
  hasSelection: boolean;
}

/** The columns of the table, without rows. It appears only when loading takes a moment. */
export const TableSkeleton = <Row,>({ columns, hasSelection }: TableSkeletonProps<Row>) => (
  <table className="data-table late" aria-hidden="true">
    <thead>
      <tr>
        {hasSelection && (
          <td className="select-cell">
            <Skeleton className="h-4 w-4" />
          </td>
        )}
        {columns.map((column) => (
          <th key={column.id} className={classOf(column)}>
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <tr key={index}>
          {hasSelection && (
            <td className="select-cell">
              <Skeleton className="h-4 w-4" />
            </td>
          )}
          {columns.map((column) => (
            <td key={column.id} className={classOf(column)}>
              <Skeleton className={`inline-block h-4 ${column.kind === 'name' ? 'w-48' : 'w-16'} max-w-full`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const SKELETON_LINES = 6;

/** For each row its name and status, then its details, then what needs its title to be read. */
function ListRows<Row>({ label, rows, columns, keyOf, openAt, control, selection }: RowsProps<Row>) {
  const name = columns.find(({ kind }) => kind === 'name');
  const actions = columns.find(({ kind }) => kind === 'actions');
  const details = columns.filter(({ inList }) => inList === 'detail');
  const labelled = columns.filter(({ inList }) => inList === 'labelled');
  const states = columns.filter(({ inList }) => inList === 'status');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between the controls inside
    <ol className="data-list" aria-label={label} onKeyDown={(event) => onRowKey(event, selection)}>
      {rows.map((row, index) => {
        const position = (control?.offset ?? 0) + index + 1;
        return (
          <li key={keyOf(row)} data-row={keyOf(row)} data-selected={selection?.has(keyOf(row)) || undefined}>
            {selection && <SelectRow selection={selection} row={keyOf(row)} />}
            <div className="min-w-0 flex-1">
              <Name to={openAt?.(row)} linkId={linkId(keyOf(row))}>
                {name?.cell(row, position)}
              </Name>
              {details.length > 0 && (
                <div className="list-details meta">
                  {details.map(({ id, cell, inWords = cell }) => (
                    <span key={id}>{inWords(row, position)}</span>
                  ))}
                </div>
              )}
              <Note>{name?.note?.(row)}</Note>
              {labelled.length > 0 && (
                <dl className="meta mt-1 grid grid-cols-[auto_1fr] gap-x-3">
                  {labelled.map(({ id, title, cell }) => (
                    <Fragment key={id}>
                      <dt>{title}</dt>
                      <dd className="min-w-0 text-base-content wrap-anywhere">{cell(row, position)}</dd>
                    </Fragment>
                  ))}
                </dl>
              )}
            </div>
            {states.length > 0 && (
              <div className="shrink-0 text-end">
                {states.map(({ id, cell }) => (
                  <div key={id}>{cell(row, position)}</div>
                ))}
              </div>
            )}
            {actions && <div className="row-actions">{actions.cell(row, position)}</div>}
          </li>
        );
      })}
    </ol>
  );
}

export const ListSkeleton = () => (
  <div className="data-list late" aria-hidden="true">
    {Array.from({ length: SKELETON_LINES }, (_, index) => (
      <div key={index} className="space-y-2">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    ))}
  </div>
);
