import { z } from 'zod';
import type { Cell } from '#server/database/snapshot.ts';
import type { Kind } from '#server/database/table.ts';
import type { AnyTable, Row } from './archived-table.ts';

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

/** The columns of the file of a table. */
export const columnsOf = ({ columns }: AnyTable, { areIncluded }: Pick<Secrets, 'areIncluded'>): string[] =>
  Object.entries(columns).flatMap(([name, { secret }]) => (secret && !areIncluded ? [] : [name]));

/** Of a column of a file; secrets may be null, when they could not be opened. */
const formOf = (table: AnyTable, name: string) => {
  const { kind = 'text', isNullable = false, schema, secret, standard } = table.columns[name] ?? {};
  return { kind, standard, isNullable: isNullable || secret !== undefined, schema: schema ?? schemas[kind] };
};

export const kindOfColumn = (table: AnyTable, name: string): Kind => formOf(table, name).kind;

/** What each row of the file of a table has. A column that may be null or has a standard may be missing: an earlier version did not know it. */
export const schemaOfRow = (table: AnyTable, secrets: Pick<Secrets, 'areIncluded'>): z.ZodType<Values> =>
  z
    .strictObject(
      Object.fromEntries(
        columnsOf(table, secrets).map((name) => {
          const { isNullable, standard, schema } = formOf(table, name);
          if (isNullable) return [name, schema.nullable().optional()];
          return [name, standard === undefined ? schema : schema.optional()];
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

/** The name with which a secret of a row is sealed. */
const sealName = (sealed: string, row: Readonly<Record<string, unknown>>): string =>
  sealed.replace(/\{(\w+)\}/g, (_, column: string) => String(row[column]));

/** A row of the database as the file of its table has it. */
export const toValues = (table: AnyTable, row: Row, secrets: Secrets): Values =>
  Object.fromEntries(
    columnsOf(table, secrets).map((name) => {
      const secret = table.columns[name]?.secret;
      const cell = row[name] ?? null;
      if (secret && 'sealed' in secret) return [name, secrets.open(sealName(secret.sealed, row), String(cell)) ?? null];
      return [name, toValue(cell, kindOfColumn(table, name))];
    }),
  );

/** A row of a file for the database, in the order of the columns of the table. */
export const toRow = (table: AnyTable, values: Values, secrets: Secrets): Row => {
  const cellOf = (name: string, { kind, secret, standard }: AnyTable['columns'][string]): Cell => {
    const value = values[name] ?? standard;
    if (!secret) return toCell(value, kind);
    if ('secret' in secret) return typeof value === 'string' ? value : secrets.noPassword();
    return typeof value === 'string' ? secrets.seal(sealName(secret.sealed, values), value) : '';
  };
  return Object.fromEntries(Object.entries(table.columns).map(([name, column]) => [name, cellOf(name, column)]));
};
