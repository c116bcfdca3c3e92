import { useEffect, useRef } from 'react';
import type { PageSelection } from './use-selection.ts';

/** The id of the link of a row, by which its checkbox is named. */
export const linkId = (row: string): string => `row-${row}`;

interface SelectPageProps {
  selection: PageSelection;
  /** The number of rows on this page. */
  shown: number;
}

export function SelectPage({ selection, shown }: SelectPageProps) {
  const box = useRef<HTMLInputElement>(null);
  const { length } = selection.keys;
  useEffect(() => {
    if (box.current) box.current.indeterminate = length > 0 && length < shown;
  }, [length, shown]);
  return (
    <label className="select-box">
      <input
        ref={box}
        type="checkbox"
        className="checkbox"
        aria-label="Select all rows of this page"
        checked={length === shown}
        onChange={selection.togglePage}
      />
    </label>
  );
}

/** With Shift, a range is selected. */
export const SelectRow = ({ selection, row }: { selection: PageSelection; row: string }) => (
  <label className="select-box">
    <input
      type="checkbox"
      className="checkbox"
      id={`select-${row}`}
      aria-label="Select"
      aria-labelledby={`select-${row} ${linkId(row)}`}
      checked={selection.has(row)}
      onChange={(event) => {
        const { nativeEvent } = event;
        if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.extendTo(row);
        else selection.toggle(row);
      }}
    />
  </label>
);
