import type { Generated } from 'kysely';
import { z } from 'zod';

/** How a column is stored, and how an archive writes it: times as ISO 8601, flags as booleans, JSON as what it says. */
export type Kind = 'text' | 'json' | 'integer' | 'flag' | 'time';

/** In an archive with secrets alone: a hash of a password, or a text that the key of the school with this name has sealed. `{column}` is a value of the row. */
export type Secret = { secret: 'password' } | { sealed: string };

interface Parts {
  isNullable?: boolean;
  /** What the database gives where a row has none, as an archive writes it: one of an earlier version lacks the column. */
  standard?: string | boolean | readonly unknown[];
  /** What a value that another school brings must be, where the kind says less. */
  schema?: z.ZodType;
  secret?: Secret;
}

/** A column whose rows have a `V`. */
export interface Column<V> extends Parts {
  readonly kind: Kind;
  /** For the compiler alone. */
  readonly value?: V;
  orNull(): Column<V | null>;
  /** The database gives a value where a new row has none. */
  generated(standard?: Parts['standard']): Column<Generated<V>>;
  checkedBy(schema: z.ZodType): Column<V>;
  secretAs(secret: Secret): Column<V>;
}

const column = <V>(kind: Kind, parts: Parts = {}): Column<V> => ({
  kind,
  ...parts,
  orNull: () => column<V | null>(kind, { ...parts, isNullable: true }),
  generated: (standard) => column<Generated<V>>(kind, { ...parts, ...(standard !== undefined && { standard }) }),
  checkedBy: (schema) => column<V>(kind, { ...parts, schema }),
  secretAs: (secret) => column<V>(kind, { ...parts, secret }),
});

export const text = column<string>('text');
export const integer = column<number>('integer');
/** 0 or 1. */
export const flag = column<number>('flag');
/** Epoch milliseconds. */
export const time = column<number>('time');
export const json = column<string>('json');

/** A text that is one of some words: those of an enumeration of the contract, or of the list. */
export function oneOf<E extends Readonly<Record<string, string>>>(words: z.ZodEnum<E>): Column<E[keyof E]>;
export function oneOf<const W extends string>(...words: readonly W[]): Column<W>;
export function oneOf(...words: readonly (string | z.ZodEnum)[]): Column<string> {
  const [first] = words;
  const schema = first instanceof z.ZodEnum ? first : z.enum(words.filter((word) => typeof word === 'string'));
  return text.checkedBy(schema);
}

type AnyColumns = Readonly<Record<string, Column<unknown>>>;
type NameOf<C> = Extract<keyof C, string>;
type RowOfColumns<C> = { [N in keyof C]: C[N] extends Column<infer V> ? V : never };

/** Which rows of a table are about a person. */
interface Person<N = string, R = object> {
  /** Which rows are about the person: those that meet one of these conditions. */
  rows: {
    userId?: N | readonly N[];
    /** Has the email address. */
    email?: N;
    /** A text with the email address in it. */
    mentions?: N | readonly N[];
    /** Rows that name a row of another table which is about the person. */
    via?: { column: N; of: AnyTable; key: string };
  };
  /** In the words of a person: the name of its part of an export. Without one it is not exported: secrets, and what is computed. */
  title?: string;
  exported?: readonly N[];
  /** What happens to the rows when the account is deleted: `keep` needs a reason, and `steps` are those of deletion.ts. */
  onDeletion:
    | 'delete'
    | 'steps'
    | { keep: string }
    /** `withoutPerson`: the email address and the name are taken out of the texts in this JSON. */
    | { set?: R; withoutPerson?: readonly N[]; why: string };
}

/** The file of an archive that has the rows. */
export interface Archived<N = string> {
  /** The form of its name: one for all rows, or one in the folder of each course or lecture. */
  file: `${string}.${'csv' | 'jsonl' | 'json' | 'md'}`;
  title: string;
  /** Of a Markdown file: the column that is its text, or a member of a column of JSON. */
  body?: { column: N; member?: string };
  /** For a file in the folder of a lecture, of rows without `lecture_id`: the table whose row has it. */
  of?: { column: N; table: { name: string } };
  /** Only with secrets. */
  isSecret?: true;
}

interface Description<C> {
  /** The columns by which an archive orders its rows. */
  key?: readonly NameOf<C>[];
  columns: C;
  /** Null: about nobody, or it names an author only by id. */
  person: Person<NameOf<C>, Partial<RowOfColumns<C>>> | null;
  /** Its file in an archive, or why it has none. */
  archive: Archived<NameOf<C>> | { leftOut: string };
}

export interface Table<N extends string, C> extends Description<C> {
  name: N;
}

/** A description for code that treats all tables alike. */
export interface AnyTable {
  name: string;
  key?: readonly string[];
  columns: AnyColumns;
  person: Person | null;
  archive: Archived | { leftOut: string };
}

/**
 * Describes a table: its columns, what an archive has of it, and what it knows of a person. The row types, the archive, the export and
 * the deletion of a person's data follow. Migrations are handwritten, and a test compares them with it.
 */
export const table = <const N extends string, const C extends AnyColumns>(
  name: N,
  description: Description<C>,
): Table<N, C> => ({ name, ...description });

/** The type of a row. */
export type RowOf<T extends { columns: unknown }> = RowOfColumns<T['columns']>;
/** The row types of the tables of a file, by their names in the database. */
export type TablesOf<M> = {
  [K in keyof M as M[K] extends { name: infer N extends string } ? N : never]: M[K] extends { columns: infer C }
    ? RowOfColumns<C>
    : never;
};
