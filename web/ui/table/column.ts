import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Also what the address calls it when rows are sorted by it. */
  id: string;
  title: string;
  /** `position` counts from 1 over all pages. */
  cell: (row: Row, position: number) => ReactNode;
  /** The name is the link that opens the row; numbers and actions are at the end of their cells. */
  kind?: 'name' | 'number' | 'actions';
  /** Under a name, outside its link; left out in narrow windows. */
  below?: (row: Row) => ReactNode;
  /** Also under a name, in every window; undefined for rows that have none. */
  note?: (row: Row) => string | undefined;
  /** Rows can be sorted by it; the direction of the first press. */
  sort?: 'ascending' | 'descending';
  /** Windows narrower than this leave the column out. */
  from?: 1024 | 1280 | 1440;
  /** Where it is in the two-line rows of narrow windows; names and actions are always there, others left out. */
  inList?: 'status' | 'detail';
}

export interface TableFilter {
  /** Its parameter in the address. */
  id: string;
  title: string;
  /** Chips show all options at once, a select takes less room. */
  shape: 'chips' | 'select';
  options: readonly { value: string; label: string; count?: number | undefined }[];
  /** The count of rows without this filter. */
  total?: number | undefined;
}
