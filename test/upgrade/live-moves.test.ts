// @module-tag both
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { wholeTables } from '#server/database/whole-tables.ts';
import { emptyPlaces, schoolIn } from '#test/backup/schools.ts';

/** The last schema whose moves copied a school that was changed meanwhile. */
const SCHEMA = 44;

/** What such a move left in a database: of the log, and of the refusals at its end. */
const left = {
  sqlite: [
    'CREATE TABLE move_changes (seq INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT NOT NULL, row_key TEXT NOT NULL)',
    `CREATE TRIGGER move_log_settings_INSERT AFTER INSERT ON "settings" BEGIN
       INSERT INTO move_changes (table_name, row_key) VALUES ('settings', json_array(NEW."name")); END`,
    `CREATE TRIGGER move_refuse_users_DELETE BEFORE DELETE ON "users" BEGIN SELECT RAISE(ABORT, 'this school is being moved and is read-only'); END`,
    `CREATE TRIGGER move_refuse_settings_INSERT BEFORE INSERT ON "settings" BEGIN SELECT RAISE(ABORT, 'this school is being moved and is read-only'); END`,
  ],
  postgres: [
    'CREATE TABLE move_changes (seq BIGSERIAL PRIMARY KEY, table_name TEXT NOT NULL, row_key TEXT NOT NULL)',
    `CREATE FUNCTION move_log_settings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO move_changes (table_name, row_key) VALUES (TG_TABLE_NAME, json_build_array(NEW."name")::text); RETURN NULL; END $$`,
    'CREATE TRIGGER move_log AFTER INSERT ON "settings" FOR EACH ROW EXECUTE FUNCTION move_log_settings()',
    `CREATE FUNCTION move_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'this school is being moved and is read-only' USING ERRCODE = '25006'; END $$`,
    'CREATE TRIGGER move_refuse BEFORE INSERT OR UPDATE OR DELETE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION move_refuse()',
  ],
};

test.each(emptyPlaces)('nothing of a move that copied a live school is left on %s', async (_engine, emptyPlace) => {
  const { database } = await schoolIn(await emptyPlace());
  const { db, engine } = database;
  await migrate(database, 0, { upTo: SCHEMA });
  const add = (name: string) => db.insertInto('settings').values({ name, value: 'b', updated_at: 0 }).execute();
  for (const statement of left[engine]) await sql.raw(statement).execute(db);
  await expect(add('before')).rejects.toThrow('this school is being moved and is read-only');
  await migrate(database, 0, { upTo: SCHEMA + 1 });
  await add('after');
  expect((await wholeTables(db, engine)).filter(({ name }) => name.startsWith('move'))).toEqual([]);
  const functions = engine === 'postgres' ? sql`SELECT FROM pg_proc WHERE proname LIKE 'move%'` : undefined;
  expect((await functions?.execute(db))?.rows ?? []).toEqual([]);
});
