import type { AnyTable as Described, Archived, Column } from '#server/database/table.ts';
import { tables } from '#server/database/tables.ts';
import type { Row } from '#server/database/snapshot.ts';

export type { Row };

/** A table of an archive. The same description writes its file, reads it, and becomes its JSON Schema. */
export interface AnyTable extends Archived {
  name: string;
  /** The order of the rows. */
  key: readonly string[];
  columns: Readonly<Record<string, Column<unknown>>>;
}

const archivedTable = ({ name, key = [], columns, archive }: Described): AnyTable[] =>
  'leftOut' in archive ? [] : [{ name, key, columns, ...archive }];

/** The tables of an archive. */
export const archivedTables: readonly AnyTable[] = tables.flatMap(archivedTable);

/** The other tables, and why. */
export const leftOutTables: readonly { name: string; why: string }[] = tables.flatMap(({ name, archive }) =>
  'leftOut' in archive ? [{ name, why: archive.leftOut }] : [],
);
