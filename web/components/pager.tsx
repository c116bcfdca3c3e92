import { Button } from '#web/components/button.tsx';
import { formatCount } from '#web/components/format.ts';

interface PagerProps {
  /** For screen readers. */
  label: string;
  pageSize: number;
  offset: number;
  /** The number of rows on this page. */
  shown: number;
  total: number;
  onPage: (offset: number) => void;
}

/** Renders nothing when there is only one page. */
export function Pager({ label, pageSize, offset, shown, total, onPage }: PagerProps) {
  if (total <= pageSize && offset === 0) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4">
      <output className="meta num">
        {formatCount(Math.min(offset + 1, total))} to {formatCount(offset + shown)} of {formatCount(total)}
      </output>
      <div className="flex gap-2">
        <Button tone="quiet" isDisabled={offset === 0} onClick={() => onPage(Math.max(0, offset - pageSize))}>
          Previous
        </Button>
        <Button tone="quiet" isDisabled={offset + shown >= total} onClick={() => onPage(offset + pageSize)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
