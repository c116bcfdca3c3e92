// @module-tag both
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const FOLDER = 'server/database/migrations';
/** The migrations up to this one belong to versions that did not serve together with others. */
const LAST_ALONE = 12;

/**
 * Whether the previous version can still serve when this statement has run, given the tables that are new with it, and those that
 * one of these replaces, with all rows.
 */
const isExpanding = (
  statement: string,
  newTables: ReadonlySet<string>,
  replaced: ReadonlySet<string> = new Set(),
): boolean => {
  const [, dropped = ''] = /^DROP TABLE (\w+)$/.exec(statement) ?? [];
  if (replaced.has(dropped)) return true;
  // What the previous version writes has a value.
  if (/^ALTER TABLE \w+ ALTER COLUMN \w+ DROP NOT NULL$/.test(statement)) return true;
  const [, table = ''] = /^(?:ALTER TABLE|INSERT INTO|UPDATE|CREATE UNIQUE INDEX \w+ ON) (\w+)/.exec(statement) ?? [];
  if (newTables.has(table)) return true;
  // Returns statements that are run.
  if (/^SELECT 'DROP (?:TRIGGER|FUNCTION|TABLE) /.test(statement)) return /\bmove(?:_|\\_)/.test(statement);
  if (/^(?:CREATE (?:VIRTUAL )?TABLE|CREATE INDEX|CREATE FUNCTION|DROP INDEX|UPDATE|INSERT INTO) /.test(statement))
    return true;
  const [, column] = /^ALTER TABLE \w+ ADD COLUMN (.+)$/s.exec(statement) ?? [];
  if (column === undefined) return false;
  return (
    !/\b(?:UNIQUE|CHECK|REFERENCES)\b/.test(column) && (!/\bNOT NULL\b/.test(column) || /\bDEFAULT\b/.test(column))
  );
};

/** What a migration takes away, it names with the version since which nothing uses it. */
const contraction = /^-- Contraction, unused since (\d+\.\d+): (.+)$/m;

const isBefore = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0 && !other.startsWith(`${version}.`);

const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

const narrowing = (sql: string): string[] => {
  const statements = statementsOf(sql);
  const newTables = new Set(statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []));
  // SQLite changes a column by a table in its place.
  const replaced = statements.flatMap((statement) => {
    const [, from = '', to = ''] = /^ALTER TABLE (\w+) RENAME TO (\w+)$/.exec(statement) ?? [];
    const copy = new RegExp(String.raw`^INSERT INTO ${from} .+ FROM ${to}$`, 's');
    return newTables.has(from) && statements.some((other) => copy.test(other)) ? [to] : [];
  });
  return statements.filter((statement) => !isExpanding(statement, newTables, new Set(replaced)));
};

test.each([
  'CREATE TABLE notes (id TEXT PRIMARY KEY)',
  'CREATE INDEX notes_by_user ON users (email)',
  "CREATE FUNCTION one() RETURNS INT LANGUAGE sql AS 'SELECT 1'",
  'ALTER TABLE users ADD COLUMN phone TEXT',
  'ALTER TABLE users ADD COLUMN visits BIGINT NOT NULL DEFAULT 0',
  "UPDATE users SET phone = ''",
  'CREATE TABLE notes (id TEXT PRIMARY KEY);\nCREATE UNIQUE INDEX notes_once ON notes (id)',
  'ALTER TABLE users ALTER COLUMN avatar_key DROP NOT NULL',
  'CREATE TABLE n (id TEXT);\nINSERT INTO n (id) SELECT id FROM notes;\nDROP TABLE notes;\nALTER TABLE n RENAME TO notes',
])('the previous version can serve after: %s', (sql) => {
  expect(narrowing(sql)).toEqual([]);
});

test.each([
  'DROP TABLE users',
  'ALTER TABLE users RENAME TO people',
  'ALTER TABLE users DROP COLUMN email',
  'ALTER TABLE users RENAME COLUMN email TO address',
  'ALTER TABLE users ADD COLUMN phone TEXT NOT NULL',
  'ALTER TABLE users ADD COLUMN phone TEXT UNIQUE',
  'ALTER TABLE users ALTER COLUMN avatar_key SET NOT NULL',
  'ALTER TABLE users ADD CONSTRAINT adult CHECK (created_at > 0)',
  'CREATE UNIQUE INDEX users_by_phone ON users (phone)',
  "CREATE OR REPLACE FUNCTION one() RETURNS INT LANGUAGE sql AS 'SELECT 2'",
  'DELETE FROM users',
  'ALTER TABLE users ALTER COLUMN avatar_key DROP DEFAULT',
])('the previous version may fail after: %s', (sql) => {
  expect(narrowing(sql)).toEqual([sql]);
});

test('a table that another one replaces keeps its rows', () => {
  const sql = 'CREATE TABLE n (id TEXT);\nDROP TABLE notes;\nALTER TABLE n RENAME TO notes';
  expect(narrowing(sql)).toEqual(['DROP TABLE notes']);
});

test('what is removed has been unused since an earlier version', () => {
  const versions = ['0.1', '0.9', '0.10', '1.0'];
  expect(versions.filter((since) => isBefore(since, '0.10.3'))).toEqual(['0.1', '0.9']);
});

test('a migration only expands the schema, or removes what an earlier version has stopped using', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) > LAST_ALONE);
  const wrong = files.flatMap((file) => {
    const sql = readFileSync(`${FOLDER}/${file}`, 'utf8');
    const since = contraction.exec(sql)?.[1];
    const isContraction = since !== undefined && isBefore(since, version);
    return isContraction ? [] : narrowing(sql).map((statement) => `${file}: ${statement}`);
  });
  expect(wrong).toEqual([]);
});

test.each(['sqlite', 'postgres'])('migrations for %s have numbers without a gap, each once', (engine) => {
  const ofEngine = new RegExp(String.raw`^\d{4}-[\w-]+(?:\.${engine})?\.sql$`);
  const numbers = readdirSync(FOLDER)
    .filter((file) => ofEngine.test(file))
    .map((file) => Number(file.slice(0, 4)))
    .toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
});
