import type { Tables } from '#server/database/database.ts';

type Columns<T extends keyof Tables> = Extract<keyof Tables[T], string>;

/** Rows that name a row of another table which is about the person. */
type Via<T extends keyof Tables> = {
  [P in keyof Tables]: { column: Columns<T>; of: P; key: Columns<P> };
}[keyof Tables];

/** Which rows of a table are about a person: those that meet one of these conditions. */
interface RowsOf<T extends keyof Tables> {
  userId?: Columns<T> | readonly Columns<T>[];
  /** Has the email address. */
  email?: Columns<T>;
  /** A text with the email address in it. */
  mentions?: Columns<T> | readonly Columns<T>[];
  via?: Via<T>;
}

/** What a table knows of a person. */
export interface PersonalTable<T extends keyof Tables> {
  rows: RowsOf<T>;
  /** In the words of a person: the name of its part of an export. Without one it is not exported: secrets, and what is computed. */
  title?: string;
  /** The exported columns. */
  columns?: readonly Columns<T>[];
  /** What becomes of the rows when the account is deleted: `keep` needs a reason, and `steps` are those of deletion.ts. */
  onDeletion:
    | 'delete'
    | 'steps'
    | { keep: string }
    /** `withoutPerson`: the email address and the name are taken out of the texts in this JSON. */
    | { set?: Partial<Tables[T]>; withoutPerson?: readonly Columns<T>[]; why: string };
}

export type Inventory = { [T in keyof Tables]: PersonalTable<T> | null };
