import { sql } from 'kysely';
import type { Database, Db, Engine } from './database.ts';
import type { Cell } from './snapshot.ts';

/** A table as it is in the database, of any version of the program. */
export interface WholeTable {
  name: string;
  /** In the order of their names, which is the same on both engines. */
  columns: { name: string; type: string }[];
}

/** The foreign keys between tables. */
const references = (engine: Engine) =>
  engine === 'sqlite'
    ? sql<Reference>`
        SELECT one.name AS source, other."table" AS target
        FROM sqlite_schema one, pragma_foreign_key_list(one.name) other WHERE one.type = 'table'`
    : sql<Reference>`
        SELECT source.relname AS source, target.relname AS target FROM pg_constraint
        JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
        WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`;

interface Reference {
  source: string;
  target: string;
}

/** The search index differs between engines and is recomputed from other tables if missing. */
const isSearchIndex = (table: string): boolean => table.startsWith('search_');

/** Every table with its columns, after the tables it refers to; without the search index. */
export const wholeTables = async (db: Db, engine: Engine): Promise<WholeTable[]> => {
  const tables = await db.introspection.getTables();
  const found = tables.filter(({ name, isView }) => !isView && !isSearchIndex(name));
  const { rows } = await references(engine).execute(db);
  const targets = Map.groupBy(rows, ({ source }) => source);
  const ordered = new Map<string, WholeTable>();
  const add = ({ name, columns }: (typeof found)[number]): void => {
    if (ordered.has(name)) return;
    for (const { target } of targets.get(name) ?? []) {
      const other = found.find((table) => table.name === target && table.name !== name);
      if (other) add(other);
    }
    const sorted = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    ordered.set(name, { name, columns: sorted.map((column) => ({ name: column.name, type: column.dataType })) });
  };
  for (const table of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) add(table);
  return [...ordered.values()];
};

/** Deletes every row of the tables, which are in the order of `wholeTables`. */
export const deleteAllRows = async (db: Db, tables: readonly WholeTable[]): Promise<void> => {
  for (const { name } of tables.toReversed()) await sql`DELETE FROM ${sql.table(name)}`.execute(db);
};

/** Inserts rows, each as its values in the order of the columns, with one statement and one parameter. */
export const insertWholeRows = async (
  db: Db,
  engine: Engine,
  { name, columns }: WholeTable,
  rows: readonly (readonly Cell[])[],
): Promise<void> => {
  if (rows.length === 0) return;
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = columns.map(({ type }, index) =>
    engine === 'sqlite' ? sql`value ->> ${sql.lit(index)}` : sql`CAST(value ->> ${sql.lit(index)} AS ${sql.raw(type)})`,
  );
  const list =
    engine === 'sqlite'
      ? sql`json_each(${JSON.stringify(rows)})`
      : sql`json_array_elements(CAST(${JSON.stringify(rows)} AS json))`;
  await sql`INSERT INTO ${sql.table(name)} (${names}) SELECT ${sql.join(values)} FROM ${list}`.execute(db);
};

/** The number of the last migration; undefined for an empty database. */
export const schemaOf = async ({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<number | undefined> => {
  const tables = await wholeTables(db, engine);
  if (!tables.some(({ name }) => name === 'schema_migrations')) return undefined;
  const { rows } = await sql<{ number: number | null }>`SELECT max(number) AS number FROM schema_migrations`.execute(
    db,
  );
  return rows[0]?.number ?? undefined;
};
