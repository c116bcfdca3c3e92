import { fail } from '#server/errors.ts';

/** The row after which a page begins: its sort key, and its id among rows of the same key. */
export interface Cursor {
  value: number;
  id: string;
}

/** Throws `validation_failed` for what `cutPage` never wrote. */
export const readCursor = (cursor = ''): Cursor | undefined => {
  if (cursor === '') return undefined;
  const [, value, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor) ?? [];
  if (value === undefined || id === undefined) throw fail('validation_failed');
  return { value: Number(value), id };
};

/** One page of rows, of which one more was read than it holds, and the cursor of the next page. */
export const cutPage = <Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => number | null,
): { page: Row[]; nextCursor: string | null } => {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? `${keyOf(last)}.${last.id}` : null };
};
