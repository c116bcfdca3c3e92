import { sql } from 'kysely';
import type { Database, Engine } from './database.ts';
import { READ_ONLY } from './failures.ts';
import { type WholeTable, wholeTables } from './whole-tables.ts';

/** Tables that login, logout and playback write. A backup may miss the latest rows: users log in again. */
const ALWAYS_WRITABLE = new Set([
  'learning_visits',
  'playback_sessions',
  'push_subscriptions',
  'rate_counters',
  'sessions',
]);

/** An update that changes nothing passes, because rows are locked that way. */
const refusalsOn = (engine: Engine, { name, columns }: WholeTable): string[] => {
  if (engine === 'postgres') {
    const refuses = 'FOR EACH ROW EXECUTE FUNCTION read_only()';
    const changes = 'FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION read_only()';
    return [
      `CREATE TRIGGER read_only BEFORE INSERT OR DELETE ON "${name}" ${refuses}`,
      `CREATE TRIGGER read_only_update BEFORE UPDATE ON "${name}" ${changes}`,
    ];
  }
  const differs = columns.map((column) => `OLD."${column.name}" IS NOT NEW."${column.name}"`).join(' OR ');
  return [`INSERT ON "${name}"`, `DELETE ON "${name}"`, `UPDATE ON "${name}" WHEN ${differs}`].map(
    (event) =>
      `CREATE TRIGGER "read_only_${name}_${event.slice(0, 6)}" BEFORE ${event} BEGIN SELECT RAISE(ABORT, '${READ_ONLY}'); END`,
  );
};

const refusals = {
  sqlite: `FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'read\\_only\\_%' ESCAPE '\\'`,
  postgres: `FROM pg_proc WHERE proname = 'read_only' AND pronamespace = current_schema()::regnamespace`,
} as const satisfies Record<Engine, string>;

/** The query that counts the triggers of a read-only database. */
export const countRefusals = (engine: Engine): string => `SELECT count(*) ${refusals[engine]}`;

/**
 * Makes every process reject changes, or accept them again. The database enforces it, so it takes effect at the same moment in
 * all processes, jobs and commands: a later backup has every confirmed write.
 */
export const setReadOnly = ({ engine, transaction }: Database, isReadOnly: boolean): Promise<void> =>
  transaction(async (tx) => {
    const run = (statement: string) => sql.raw<{ name: string }>(statement).execute(tx);
    if (engine === 'postgres') await run('DROP FUNCTION IF EXISTS read_only() CASCADE');
    else for (const { name } of (await run(`SELECT name ${refusals.sqlite}`)).rows) await run(`DROP TRIGGER "${name}"`);
    if (!isReadOnly) return;
    if (engine === 'postgres')
      await run(
        `CREATE FUNCTION read_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${READ_ONLY}' USING ERRCODE = '25006'; END $$`,
      );
    for (const table of await wholeTables(tx, engine))
      if (!ALWAYS_WRITABLE.has(table.name)) for (const statement of refusalsOn(engine, table)) await run(statement);
  });
