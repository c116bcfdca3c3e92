// @module-tag both
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { startApp } from '#test/start-app.ts';
import { tables } from './tables.ts';

const TYPES: Record<string, 'number' | 'string'> = {
  text: 'string',
  json: 'string',
  integer: 'number',
  flag: 'number',
  time: 'number',
};

/** SQLite allows null in a primary key that is a text. */
const primaryKeys = async ({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Set<string>> => {
  if (engine === 'postgres') return new Set();
  const { rows } = await sql<{ name: string }>`
    SELECT one.name || '.' || part.name AS name FROM sqlite_schema one, pragma_table_info(one.name) part
    WHERE one.type = 'table' AND part.pk > 0`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

/** Tables that only one engine has: numbers of migrations, and the search index. */
const OF_THE_ENGINE = /^(?:schema_migrations|search_\w+|sqlite_\w+|\w+_fts\w*)$/;

test('every table is described as the migrations make it', async () => {
  await using app = await startApp();
  const keys = await primaryKeys(app.database);
  const made = await app.database.db.introspection.getTables();
  const columnsMade = made
    .filter(({ name, isView }) => !isView && !OF_THE_ENGINE.test(name))
    .flatMap(({ name, columns }) =>
      columns.map((column) => {
        const type = /INT|NUMERIC|REAL/i.test(column.dataType) ? 'number' : 'string';
        return `${name}.${column.name} ${type}${column.isNullable && !keys.has(`${name}.${column.name}`) ? ' or null' : ''}`;
      }),
    );
  const columnsDescribed = tables
    .filter(({ name }) => !OF_THE_ENGINE.test(name))
    .flatMap(({ name, columns }) =>
      Object.entries(columns).map(
        ([column, { kind, isNullable }]) => `${name}.${column} ${TYPES[kind]}${isNullable ? ' or null' : ''}`,
      ),
    );
  expect(columnsDescribed.toSorted()).toEqual(columnsMade.toSorted());
});
