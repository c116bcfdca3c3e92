import { useLocation, useSearchParams } from 'react-router';
import type { ReactNode } from 'react';

export const PAGE_SIZES = [20, 50, 100] as const;
type PageSize = (typeof PAGE_SIZES)[number];

const MAX_PAGE = 1_000_000 / PAGE_SIZES[0];

/** Bounded: an address can hold anything. */
const textIn = (address: URLSearchParams, name: string): string => (address.get(name) ?? '').trim().slice(0, 200);

const pageIn = (address: URLSearchParams): number => {
  const page = Number(address.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
};

const pageSizeIn = (address: URLSearchParams): PageSize =>
  PAGE_SIZES.find((size) => String(size) === address.get('rows')) ?? PAGE_SIZES[0];

/** The cursors of the previous pages, oldest first, kept in the history entry. */
const trailIn = (state: unknown): string[] => {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : undefined;
  return Array.isArray(trail) ? trail.filter((cursor) => typeof cursor === 'string') : [];
};

/** The values of a table in an address. */
export const tableStateIn = (address: URLSearchParams) => {
  const [page, pageSize] = [pageIn(address), pageSizeIn(address)];
  return {
    search: textIn(address, 'search'),
    /** A column's id, with a minus for descending; empty for the order of the server. */
    sort: textIn(address, 'sort'),
    /** From 1. */
    page,
    pageSize,
    offset: (page - 1) * pageSize,
    /** Where the page starts, in tables that are read by cursor; empty for the first page. */
    cursor: textIn(address, 'cursor'),
    /** The value of a filter whose values come from the server; empty for none. */
    text: (filter: string): string => textIn(address, filter),
    /** The value chosen in a filter, if it is a known one. */
    choice: <Value extends string>(filter: string, known: readonly Value[]): Value | undefined =>
      known.find((value) => value === address.get(filter)),
  };
};

export interface TablePage<Row> {
  rows: readonly Row[];
  /** How many rows the filter finds; unknown in tables that are read by cursor. */
  total?: number;
  /** In tables that are read by cursor: where the next page starts. */
  nextCursor?: string | null;
}

export interface TableControl extends ReturnType<typeof tableStateIn> {
  /** Different whenever other rows are shown. */
  scope: string;
  /** Changes parameters of the address and returns to the first page; an empty value removes one. */
  change(parameters: Readonly<Record<string, string>>, options?: { replaces?: boolean }): void;
  goToPage(page: number): void;
  goToCursor(cursor: string): void;
  /** Without previous pages, as after following a link, this is the first page. */
  goToPreviousCursor(): void;
}

/**
 * Search, filters, sort and page of the table on a page. All of them are in the address, so that they can be shared and
 * survive a reload.
 */
export function useTable(): TableControl {
  const [address, setAddress] = useSearchParams();
  const trail = trailIn(useLocation().state);
  const state = tableStateIn(address);

  const addressWith = (parameters: Readonly<Record<string, string>>): URLSearchParams => {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries({ page: '', cursor: '', ...parameters })) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };

  return {
    ...state,
    scope: address.toString(),
    change: (parameters, { replaces = false } = {}) =>
      setAddress(addressWith(parameters), { replace: replaces, preventScrollReset: true }),
    goToPage: (page) => setAddress(addressWith({ page: page > 1 ? String(page) : '' })),
    goToCursor: (cursor) => setAddress(addressWith({ cursor }), { state: { trail: [...trail, state.cursor] } }),
    goToPreviousCursor: () =>
      setAddress(addressWith({ cursor: trail.at(-1) ?? '' }), { state: { trail: trail.slice(0, -1) } }),
  };
}

export interface Column<Row> {
  /** Also its name in the address when rows are sorted by it. */
  id: string;
  title: string;
  /** `position` counts from 1 over all pages. */
  cell: (row: Row, position: number) => ReactNode;
  /** The name is the link that opens the row; numbers and actions are at the end of their cells. */
  kind?: 'name' | 'number' | 'actions';
  /** Under a name, outside its link; left out in narrow windows. */
  below?: (row: Row) => ReactNode;
  /** Also under a name, in every window; undefined for rows that have none. */
  note?: (row: Row) => ReactNode;
  /** Rows can be sorted by it; the direction of the first press. */
  sort?: 'ascending' | 'descending';
  /** Windows narrower than this leave the column out. */
  from?: 640 | 1024 | 1280 | 1440;
  /** Where it is in the rows of narrow windows; names and actions are always there, others left out. */
  inList?: 'status' | 'detail' | 'labelled';
  /** The cell as a detail of such a row, where it cannot be read without its title. */
  inWords?: (row: Row, position: number) => ReactNode;
}

export interface TableFilter {
  /** Its parameter in the address. */
  id: string;
  title: string;
  /** Chips show all options at once, a select takes less room. */
  shape: 'chips' | 'select';
  /** The choice of no value; All by default. */
  none?: string;
  options: readonly { value: string; label: string; count?: number | undefined }[];
  /** The count of rows without this filter. */
  total?: number | undefined;
}
