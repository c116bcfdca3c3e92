import { Button } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/text/format.ts';
import { PAGE_SIZES, type TableControl, type TablePage } from './use-table.ts';

interface PagesProps {
  label: string;
  page: TablePage<unknown>;
  control: TableControl;
  /** The rows are still those of the previous page. */
  isOld: boolean;
}

/** Renders nothing when all rows fit on the smallest page. */
export function Pages({ label, page: { rows, total, nextCursor }, control, isOld }: PagesProps) {
  const { page, pageSize, offset, cursor } = control;
  const isByCursor = nextCursor !== undefined;
  const isFirst = isByCursor ? cursor === '' : page === 1;
  const isLast = isByCursor ? nextCursor === null : offset + rows.length >= (total ?? 0);
  if (isFirst && isLast && rows.length <= PAGE_SIZES[0]) return null;
  return (
    <nav aria-label={`Pages: ${label}`} className="table-pages">
      <output className="meta num">
        {total !== undefined &&
          `${formatCount(offset + 1)} to ${formatCount(offset + rows.length)} of ${formatCount(total)}`}
      </output>
      <label className="table-select ms-auto">
        <span className="text-muted">Rows</span>
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
        Previous
      </Button>
      <Button
        tone="quiet"
        isDisabled={isLast || isOld}
        onClick={() => (isByCursor ? control.goToCursor(nextCursor ?? '') : control.goToPage(page + 1))}
      >
        Next
      </Button>
    </nav>
  );
}
