import { Link } from 'react-router';
import { Skeleton } from '#web/ui/page/skeletons.tsx';
import { onRowKey } from './row-keys.ts';
import { linkId, SelectRow } from './select-rows.tsx';
import { Note, type RowsProps } from './table-rows.tsx';

const SKELETON_ROWS = 6;

/** Two lines for each row: its name and status, then its details. */
export function ListRows<Row>({ label, rows, columns, keyOf, openAt, control, selection }: RowsProps<Row>) {
  const name = columns.find(({ kind }) => kind === 'name');
  const actions = columns.find(({ kind }) => kind === 'actions');
  const details = columns.filter(({ inList }) => inList === 'detail');
  const states = columns.filter(({ inList }) => inList === 'status');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between the controls inside
    <ol className="data-list" aria-label={label} onKeyDown={(event) => onRowKey(event, selection)}>
      {rows.map((row, index) => {
        const position = control.offset + index + 1;
        return (
          <li key={keyOf(row)} data-row={keyOf(row)} data-selected={selection?.has(keyOf(row)) || undefined}>
            {selection && <SelectRow selection={selection} row={keyOf(row)} />}
            <div className="min-w-0 flex-1">
              <Link to={openAt(row)} id={linkId(keyOf(row))} className="row-link">
                {name?.cell(row, position)}
              </Link>
              {details.length > 0 && (
                <div className="list-details meta">
                  {details.map(({ id, cell }) => (
                    <span key={id}>{cell(row, position)}</span>
                  ))}
                </div>
              )}
              <Note>{name?.note?.(row)}</Note>
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
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      <div key={index} className="space-y-2">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    ))}
  </div>
);
