import { z } from 'zod';
import type { Cell } from '#server/database/snapshot.ts';
import type { AnyTable, Kind, Row, Secret } from './archived-table.ts';

/** A row as a file has it. */
export type Values = Record<string, unknown>;

/** Opens and makes the secrets of a school. */
export interface Secrets {
  /** Whether the archive has secrets. */
  areIncluded: boolean;
  seal(name: string, secret: string): string;
  /** Undefined for one that cannot be opened. */
  open(name: string, sealed: string): string | undefined;
  /** What an account has instead of a password until its owner chooses one. */
  noPassword(): string;
}

/** A year has more digits far in the future. */
const TIME = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const time = z
  .string()
  .refine(
    (text) => TIME.test(text) && !Number.isNaN(Date.parse(text)),
    'not a time in UTC such as 2026-06-15T04:30:00.000Z',
  )
  .meta({ format: 'date-time' });

const schemas: Record<Kind, z.ZodType> = {
  text: z.string(),
  json: z.json(),
  integer: z.int(),
  flag: z.boolean(),
  time,
};

type Column = AnyTable['columns'][string];

const isKind = (text: string): text is Kind => Object.hasOwn(schemas, text);

/** Throws for a declaration that the compiler rejects. */
const kindOf = (column: Exclude<Column, Secret>): { kind: Kind; isNullable: boolean } => {
  if (typeof column !== 'string') return { kind: 'text', isNullable: column instanceof z.ZodNullable };
  const isNullable = column.endsWith('?');
  const kind = isNullable ? column.slice(0, -1) : column;
  if (!isKind(kind)) throw new TypeError(`not a kind: ${column}`);
  return { kind, isNullable };
};

const isSecret = (column: Column): column is Secret => typeof column === 'object' && !(column instanceof z.ZodType);

/** The columns of the file of a table. */
export const columnsOf = ({ columns }: AnyTable, { areIncluded }: Pick<Secrets, 'areIncluded'>): string[] =>
  Object.entries(columns).flatMap(([name, column]) => (isSecret(column) && !areIncluded ? [] : [name]));

/** The kind of a column; secrets are text, or null when they could not be opened. */
export const kindOfColumn = ({ columns }: AnyTable, name: string): { kind: Kind; isNullable: boolean } => {
  const column = columns[name];
  return column === undefined || isSecret(column) ? { kind: 'text', isNullable: true } : kindOf(column);
};

/** What each row of the file of a table has. A column that may be null may be missing: an earlier version did not know it. */
export const schemaOfRow = (table: AnyTable, secrets: Pick<Secrets, 'areIncluded'>): z.ZodType<Values> =>
  z
    .strictObject(
      Object.fromEntries(
        columnsOf(table, secrets).map((name) => {
          const { kind, isNullable } = kindOfColumn(table, name);
          const column = table.columns[name];
          const schema = column instanceof z.ZodType ? column : (table.values?.[name] ?? schemas[kind]);
          return [name, isNullable ? schema.nullable().optional() : schema];
        }),
      ),
    )
    .meta({ title: table.file, description: table.title });

const toValue = (cell: Cell, kind: Kind): unknown => {
  if (cell === null) return null;
  if (kind === 'json') return JSON.parse(String(cell));
  if (kind === 'flag') return cell === 1;
  return kind === 'time' ? new Date(Number(cell)).toISOString() : cell;
};

const toCell = (value: unknown, kind: Kind): Cell => {
  if (value === null || value === undefined) return null;
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'flag') return value === true ? 1 : 0;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') throw new TypeError('a value is neither a text nor a number');
  return kind === 'time' ? Date.parse(value) : value;
};

/** A row of the database as the file of its table has it. */
export const toValues = (table: AnyTable, row: Row, secrets: Secrets): Values =>
  Object.fromEntries(
    columnsOf(table, secrets).map((name) => {
      const column = table.columns[name];
      const cell = row[name] ?? null;
      if (column !== undefined && isSecret(column) && 'sealed' in column)
        return [name, secrets.open(column.sealed(row), String(cell)) ?? null];
      return [name, toValue(cell, kindOfColumn(table, name).kind)];
    }),
  );

/** A row of a file for the database, in the order of the columns of the table. */
export const toRow = (table: AnyTable, values: Values, secrets: Secrets): Row => {
  const row: Row = {};
  for (const [name, column] of Object.entries(table.columns)) {
    const value = values[name];
    if (!isSecret(column)) row[name] = toCell(value, kindOf(column).kind);
    else if ('secret' in column) row[name] = typeof value === 'string' ? value : secrets.noPassword();
    else row[name] = '';
  }
  for (const [name, column] of Object.entries(table.columns)) {
    const value = values[name];
    if (isSecret(column) && 'sealed' in column && typeof value === 'string')
      row[name] = secrets.seal(column.sealed(row), value);
  }
  return row;
};
