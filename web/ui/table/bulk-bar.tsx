import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#web/ui/text/format.ts';
import type { PageSelection } from './use-selection.ts';

interface BulkBarProps {
  selection: PageSelection;
  /** The number of rows on this page. */
  shown: number;
  /** The number of rows of the filter. */
  total: number | undefined;
  children: ReactNode;
}

/** What can be done with the selected rows. */
export const BulkBar = ({ selection, shown, total, children }: BulkBarProps) => (
  <section className="bulk-bar" aria-label="Selected rows">
    <output className="num font-semibold whitespace-nowrap">{formatCount(selection.count)} selected</output>
    {selection.keys.length === shown && !selection.isEverything && total !== undefined && total > shown && (
      <button type="button" className="bulk-button" onClick={selection.selectEverything}>
        Select all {formatCount(total)}
      </button>
    )}
    {children}
    <button type="button" className="bulk-button" aria-label="Clear selection" onClick={selection.clear}>
      <X size={18} aria-hidden="true" />
    </button>
  </section>
);
