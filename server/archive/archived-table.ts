import type { SelectType } from 'kysely';
import { z } from 'zod';
import type { Tables } from '#server/database/database.ts';
import type { Row } from '#server/database/snapshot.ts';

export type { Row };
type Columns<T extends keyof Tables> = Extract<keyof Tables[T], string>;

/** How a value is written: times as ISO 8601, flags as booleans, JSON as what it says. */
export type Kind = 'text' | 'json' | 'integer' | 'flag' | 'time';
type BaseOf<Value> = Value extends number ? Exclude<Kind, 'text' | 'json'> : 'text' | 'json';
/** The values of a column that has some words alone. The compiler refuses one too few or too many. */
type OneOf<Value extends string> = z.ZodEnum<{ [V in Value]: V }>;
type Words<Value> = Value extends string ? (string extends Value ? never : Value) : never;
type KindOf<Value> = [Words<NonNullable<Value>>] extends [never]
  ? null extends Value
    ? `${BaseOf<NonNullable<Value>>}?`
    : BaseOf<Value>
  : null extends Value
    ? z.ZodNullable<OneOf<Words<NonNullable<Value>>>>
    : OneOf<Words<Value>>;

/** Written only with secrets; the other school gets one of its own otherwise. A sealed one is opened, and sealed with the other key. */
export type Secret = { secret: 'password' } | { sealed: (row: Row) => string };

/** The form of the name of a file: one for all rows, or one in the folder of each course or lecture. */
type FileName = `${string}.${'csv' | 'jsonl' | 'json' | 'md'}`;

/**
 * One table of an archive. The same declaration writes its file, reads it, and describes it as JSON Schema, so that a new
 * column does not compile without its kind.
 */
export interface ArchivedTable<T extends keyof Tables> {
  file: FileName;
  title: string;
  /** The order of the rows. */
  key: readonly Columns<T>[];
  columns: {
    [C in Columns<T>]-?: KindOf<SelectType<Tables[T][C]>> | (Tables[T][C] extends string ? Secret : never);
  };
  /** Of a Markdown file: the column that is its text, or a member of a column of JSON. */
  body?: { column: Columns<T>; member?: string };
  /** For a file in the folder of a lecture, of rows without `lecture_id`: the table whose row has it. */
  of?: { column: Columns<T>; table: keyof Tables };
  /** What the API demands of values, where the kind of the column says less. */
  values?: { [C in Columns<T>]?: z.ZodType };
  /** Only with secrets. */
  isSecret?: true;
  /** A row as another school may have it; undefined for one that stays. */
  moved?: (row: Row) => Row | undefined;
}

/** Why rows of a table stay. */
interface LeftOut {
  leftOut: string;
}

export type ArchivedTables = { [T in keyof Tables]: ArchivedTable<T> };
export type Inventory = { [T in keyof Tables]: ArchivedTable<T> | LeftOut };

/** A declaration for code that treats all tables alike. */
export interface AnyTable extends Pick<ArchivedTable<never>, 'file' | 'title' | 'isSecret' | 'moved'> {
  name: string;
  key: readonly string[];
  columns: Readonly<Record<string, Kind | `${Kind}?` | Secret | z.ZodEnum | z.ZodNullable<z.ZodEnum>>>;
  values?: Readonly<Partial<Record<string, z.ZodType>>>;
  body?: { column: string; member?: string };
  of?: { column: string; table: string };
}

/** JSON that pages read with this schema; it stays as it was written. */
export const readBy = (schema: z.ZodType): z.ZodType =>
  z.json().refine((value) => schema.safeParse(value).success, 'not what the pages read');
