import { toInstant } from '#server/clock.ts';

/** Those of rows that say nothing about a change. */
const BOOKKEEPING = /^(?:_?id|updatedAt|createdAt|changedAt|position)$|Key$/;

const fieldName = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

const valueOf = (field: string, value: unknown): unknown => {
  if (typeof value !== 'number') return value;
  if (/^(?:is|has)[A-Z]/.test(field)) return value === 1;
  return /(?:At|Since|By|[uU]ntil)$/.test(field) ? toInstant(value) : value;
};

/** The columns of a row as the API has them: `priceInPaise`, flags as booleans, and moments as instants. */
export const fieldsOf = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .map(([column, value]): [string, unknown] => [fieldName(column), value])
      .filter(([field]) => !BOOKKEEPING.test(field))
      .map(([field, value]) => [field, valueOf(field, value)]),
  );
