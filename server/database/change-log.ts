import { sql } from 'kysely';
import type { Database, Db, Engine, Tx } from './database.ts';
import { READ_ONLY } from './failures.ts';
import type { Cell } from './snapshot.ts';
import { type WholeTable, wholeTables } from './whole-tables.ts';

const LOG = 'move_changes';
const OPERATIONS = ['INSERT', 'UPDATE', 'DELETE'] as const;
/** A login that is limited counts its tries, and is refused anyway. */
const ALWAYS_WRITABLE = new Set(['rate_counters', 'schema_migrations']);

/** Which rows changed, by the values of their primary keys as JSON arrays. */
export interface Change {
  seq: number;
  table: string;
  key: string;
}

/** The tables of a move, which are neither copied nor compared. */
export const isOfMove = (table: string): boolean => table === LOG;

const primaryKeys = (engine: Engine) =>
  engine === 'sqlite'
    ? sql<KeyColumn>`
        SELECT one.name AS "table", other.name AS "column"
        FROM sqlite_schema one, pragma_table_info(one.name) other WHERE one.type = 'table' AND other.pk > 0
        ORDER BY one.name, other.pk`
    : sql<KeyColumn>`
        SELECT relname AS "table", attname AS "column" FROM pg_index
        JOIN pg_class ON pg_class.oid = indrelid JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
        WHERE indisprimary AND relnamespace = current_schema()::regnamespace
        ORDER BY relname, array_position(indkey::smallint[], attnum)`;

interface KeyColumn {
  table: string;
  column: string;
}

/** The columns of the primary key of each table, with their types. */
export const keysOfTables = async (db: Db, engine: Engine): Promise<Map<string, WholeTable['columns']>> => {
  const byTable = Map.groupBy((await primaryKeys(engine).execute(db)).rows, ({ table }) => table);
  const tables = await wholeTables(db, engine);
  return new Map(
    tables.map(({ name, columns }) => {
      const keys = (byTable.get(name) ?? []).flatMap(({ column }) => columns.filter((one) => one.name === column));
      if (keys.length === 0) throw new Error(`the table ${name} has no primary key`);
      return [name, keys];
    }),
  );
};

const keyOf = (row: 'NEW' | 'OLD', keys: WholeTable['columns']): string =>
  keys.map(({ name }) => `${row}."${name}"`).join(', ');
const rowsOf = (operation: (typeof OPERATIONS)[number]): ('NEW' | 'OLD')[] =>
  operation === 'INSERT' ? ['NEW'] : operation === 'DELETE' ? ['OLD'] : ['OLD', 'NEW'];

const loggingOn = (engine: Engine, table: string, keys: WholeTable['columns']): string[] => {
  if (engine === 'sqlite')
    return OPERATIONS.map((operation) => {
      const inserts = rowsOf(operation).map(
        (row) => `INSERT INTO ${LOG} (table_name, row_key) VALUES ('${table}', json_array(${keyOf(row, keys)}));`,
      );
      return `CREATE TRIGGER move_log_${table}_${operation} AFTER ${operation} ON "${table}" BEGIN ${inserts.join(' ')} END`;
    });
  const insert = (row: 'NEW' | 'OLD'): string =>
    `INSERT INTO ${LOG} (table_name, row_key) VALUES (TG_TABLE_NAME, json_build_array(${keyOf(row, keys)})::text);`;
  return [
    `CREATE FUNCTION move_log_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF TG_OP <> 'INSERT' THEN ${insert('OLD')} END IF;
       IF TG_OP <> 'DELETE' THEN ${insert('NEW')} END IF;
       RETURN NULL; END $$`,
    `CREATE TRIGGER move_log AFTER INSERT OR UPDATE OR DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION move_log_${table}()`,
  ];
};

const refusalsOn = (engine: Engine, table: string): string[] =>
  engine === 'sqlite'
    ? OPERATIONS.map(
        (operation) =>
          `CREATE TRIGGER move_refuse_${table}_${operation} BEFORE ${operation} ON "${table}" BEGIN SELECT RAISE(ABORT, '${READ_ONLY}'); END`,
      )
    : [
        `CREATE TRIGGER move_refuse BEFORE INSERT OR UPDATE OR DELETE ON "${table}" FOR EACH STATEMENT EXECUTE FUNCTION move_refuse()`,
      ];

const runAll = async (tx: Tx, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(tx);
};

const hasTable = async (db: Db, engine: Engine): Promise<boolean> =>
  (await wholeTables(db, engine)).some(({ name }) => isOfMove(name));

/** From here on every change of a row is in the log, whichever process makes it. Returns false when that began before. */
export const beginChangeLog = ({ engine, transaction }: Database): Promise<boolean> =>
  transaction(async (tx) => {
    if (await hasTable(tx, engine)) return false;
    const keys = await keysOfTables(tx, engine);
    const seq = engine === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'BIGSERIAL PRIMARY KEY';
    await runAll(tx, [`CREATE TABLE ${LOG} (seq ${seq}, table_name TEXT NOT NULL, row_key TEXT NOT NULL)`]);
    for (const [table, columns] of keys) await runAll(tx, loggingOn(engine, table, columns));
    return true;
  });

/** The oldest changes of the log, at most `max`. */
export const readChanges = async (db: Db, max: number): Promise<Change[]> => {
  const { rows } = await sql<Change>`
    SELECT seq, table_name AS "table", row_key AS "key" FROM ${sql.table(LOG)} ORDER BY seq LIMIT ${max}`.execute(db);
  return rows;
};

/** By their numbers: one with a smaller number may be committed later. */
export const forgetChanges = async (db: Db, changes: readonly Change[]): Promise<void> => {
  if (changes.length > 0)
    await sql`DELETE FROM ${sql.table(LOG)} WHERE seq IN (${sql.join(changes.map(({ seq }) => seq))})`.execute(db);
};

/** No process can change a row from here on; reading continues. */
export const makeReadOnly = ({ engine, transaction }: Database): Promise<void> =>
  transaction(async (tx) => {
    if (await isReadOnly(tx, engine)) return;
    if (engine === 'postgres')
      await runAll(tx, [
        `CREATE FUNCTION move_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${READ_ONLY}' USING ERRCODE = '25006'; END $$`,
      ]);
    for (const { name } of await wholeTables(tx, engine))
      if (!isOfMove(name) && !ALWAYS_WRITABLE.has(name)) await runAll(tx, refusalsOn(engine, name));
  });

const triggersOf = async (db: Db, engine: Engine): Promise<{ name: string; table: string }[]> => {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ name: string; table: string }>`
          SELECT name, tbl_name AS "table" FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'move\\_%' ESCAPE '\\'`
      : sql<{ name: string; table: string }>`
          SELECT tgname AS name, relname AS "table" FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
          WHERE tgname LIKE 'move\\_%' AND relnamespace = current_schema()::regnamespace`
  ).execute(db);
  return rows;
};

const isReadOnly = async (db: Db, engine: Engine): Promise<boolean> =>
  (await triggersOf(db, engine)).some(({ name }) => name.startsWith('move_refuse'));

/** Ends the log and the refusals, as if no move had been begun. */
export const endChangeLog = ({ engine, transaction }: Database): Promise<void> =>
  transaction(async (tx) => {
    for (const { name, table } of await triggersOf(tx, engine))
      await runAll(tx, [engine === 'sqlite' ? `DROP TRIGGER ${name}` : `DROP TRIGGER ${name} ON "${table}"`]);
    if (engine === 'postgres') {
      const { rows } = await sql<{ name: string }>`
        SELECT proname AS name FROM pg_proc WHERE proname LIKE 'move\\_%' AND pronamespace = current_schema()::regnamespace`.execute(
        tx,
      );
      await runAll(
        tx,
        rows.map(({ name }) => `DROP FUNCTION ${name}()`),
      );
    }
    await runAll(tx, [`DROP TABLE IF EXISTS ${LOG}`]);
  });

/** Whether rows with these keys: a condition that both engines plan with the primary key. */
const hasKey = (keys: WholeTable['columns'], values: readonly (readonly Cell[])[]) => {
  const names = sql.join(keys.map(({ name }) => sql.ref(name)));
  const tuples = values.map(
    (key) =>
      sql`(${sql.join(key.map((value, index) => sql`CAST(${value} AS ${sql.raw(keys[index]?.type ?? 'TEXT')})`))})`,
  );
  return sql`(${names}) IN (VALUES ${sql.join(tuples)})`;
};

export const rowsWithKeys = async (
  db: Db,
  { name, columns }: WholeTable,
  keys: WholeTable['columns'],
  values: readonly (readonly Cell[])[],
): Promise<Record<string, Cell>[]> => {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const found = sql<Record<string, Cell>>`SELECT ${names} FROM ${sql.table(name)} WHERE ${hasKey(keys, values)}`;
  return (await found.execute(db)).rows;
};

export const deleteWithKeys = async (
  db: Db,
  table: string,
  keys: WholeTable['columns'],
  values: readonly (readonly Cell[])[],
): Promise<void> => {
  await sql`DELETE FROM ${sql.table(table)} WHERE ${hasKey(keys, values)}`.execute(db);
};

/** Foreign keys of PostgreSQL are checked at each statement, or only at the commit. SQLite decides it for each transaction. */
export const deferForeignKeys = async ({ engine, transaction }: Database, isDeferred: boolean): Promise<void> => {
  if (engine === 'sqlite') return;
  await transaction(async (tx) => {
    const { rows } = await sql<{ name: string; table: string }>`
      SELECT conname AS name, relname AS "table" FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`.execute(tx);
    const how = isDeferred ? 'DEFERRABLE INITIALLY DEFERRED' : 'NOT DEFERRABLE';
    await runAll(
      tx,
      rows.map(({ name, table }) => `ALTER TABLE "${table}" ALTER CONSTRAINT "${name}" ${how}`),
    );
  });
};

/** In a transaction of a database whose foreign keys are deferred. */
export const deferInTransaction = async (tx: Tx, engine: Engine): Promise<void> => {
  if (engine === 'sqlite') await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
};
