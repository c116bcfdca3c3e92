import {
  beginChangeLog,
  type Change,
  deferForeignKeys,
  deferInTransaction,
  deleteWithKeys,
  endChangeLog,
  forgetChanges,
  keysOfTables,
  makeReadOnly,
  readChanges,
  rowsWithKeys,
} from '#server/database/change-log.ts';
import { migrate } from '#server/database/migrate.ts';
import { deleteAllRows, insertWholeRows, schemaOf, wholeTables } from '#server/database/whole-tables.ts';
import { OperatorError } from '#server/errors.ts';
import { checkSchool } from './check-school.ts';
import { copyFiles } from './copy-files.ts';
import { assertNoRows, digestRows } from './load-rows.ts';
import { RowLine } from './manifest.ts';
import type { EmptyPlace } from './restore-backup.ts';
import { isSaved } from './school-data.ts';
import { namedKeys } from './school-files.ts';
import { cellsOf } from './table-digest.ts';
import type { School } from './write-backup.ts';

const CHANGES_PER_ROUND = 2000;
/** Fewer changes than this are caught up with in a moment. */
const FEW_CHANGES = 200;
const MAX_ROUNDS = 1000;

/** Names of what happens, for the operator who waits. */
export type Say = (line: string) => void;

/** Everything as it is at one moment, in one transaction: an interrupted move leaves no rows. */
const copyRows = async ({ database: source }: School, { database: target, clock }: EmptyPlace): Promise<void> => {
  await migrate(target, clock.now(), { upTo: (await schemaOf(source)) ?? 0 });
  const tables = (await wholeTables(target.db, target.engine)).filter(({ name }) => isSaved(name));
  await source.snapshot(async ({ rows }) =>
    target.transaction(async (tx) => {
      await deleteAllRows(tx, tables);
      for (const table of tables) {
        const columns = table.columns.map(({ name }) => name);
        for await (const batch of rows(table.name, columns))
          await insertWholeRows(
            tx,
            target.engine,
            table,
            batch.map((row) => cellsOf(row, columns)),
          );
      }
    }),
  );
};

const Key = RowLine;

/** Makes the rows with these keys in the target what they are in the source at one moment. */
const applyChanges = (source: School, { database: target }: EmptyPlace): Promise<Change[]> =>
  source.database.snapshot(async ({ db }) => {
    const changes = await readChanges(db, CHANGES_PER_ROUND);
    if (changes.length === 0) return changes;
    const keys = await keysOfTables(target.db, target.engine);
    const sourceKeys = await keysOfTables(db, source.database.engine);
    const changed = Map.groupBy(changes, ({ table }) => table);
    const tables = (await wholeTables(target.db, target.engine)).filter(
      ({ name }) => isSaved(name) && changed.has(name),
    );
    await target.transaction(async (tx) => {
      await deferInTransaction(tx, target.engine);
      const valuesOf = (name: string) =>
        [...new Set(changed.get(name)?.map(({ key }) => JSON.stringify(JSON.parse(key))))].map((key) =>
          Key.parse(JSON.parse(key)),
        );
      for (const { name } of tables.toReversed()) await deleteWithKeys(tx, name, keys.get(name) ?? [], valuesOf(name));
      for (const table of tables) {
        const columns = table.columns.map(({ name }) => name);
        const rows = await rowsWithKeys(db, table, sourceKeys.get(table.name) ?? [], valuesOf(table.name));
        await insertWholeRows(
          tx,
          target.engine,
          table,
          rows.map((row) => cellsOf(row, columns)),
        );
      }
    });
    return changes;
  });

/** Until so few changes are left. */
const catchUp = async (source: School, target: EmptyPlace, few: number): Promise<void> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const changes = await applyChanges(source, target);
    await forgetChanges(source.database.db, changes);
    if (changes.length <= few) return;
  }
  throw new OperatorError('The school changes faster than it can be copied: try again when fewer people use it');
};

const allKeys = ({ database, storage, data }: School): Promise<Set<string>> =>
  database.snapshot(({ db }) => namedKeys(db, storage, data.fileOwners));

const compare = async (source: School, target: EmptyPlace, keys: ReadonlySet<string>): Promise<string[]> => {
  const tables = (await digestRows(source.database)).map((table) => ({ ...table, chunks: [] }));
  const entitlements = await source.data.digestEntitlements(source.database.db);
  const { timeZone } = source;
  return checkSchool(
    target.database,
    { tables, timeZone, entitlements },
    { data: target.data, nowMs: target.clock.now(), hasFile: (key) => keys.has(key) },
  );
};

/** Ends a move that is under way: the school can be changed again, where it is. */
export const cancelMove = ({ database }: Pick<School, 'database'>): Promise<void> => endChangeLog(database);

/**
 * Moves a school that runs to an empty place, on another engine or storage. Rows and files are copied while people use the
 * school, and what they change meanwhile is copied after it. Only then the old place becomes read-only, for as long as the
 * last changes and the comparison take, and it stays so. A move that was interrupted is continued by the next one.
 */
export const moveSchool = async (source: School, target: EmptyPlace, say: Say): Promise<void> => {
  if (await beginChangeLog(source.database)) await assertNoRows(target.database);
  if ((await schemaOf(target.database)) === undefined || !(await hasRows(target))) {
    say('Copying rows');
    await copyRows(source, target);
    await deferForeignKeys(target.database, true);
  }
  say('Copying files');
  await copyFiles(source, target, await allKeys(source));
  await catchUp(source, target, FEW_CHANGES);
  say('The school is read-only now');
  const readOnlyAt = performance.now();
  await makeReadOnly(source.database);
  try {
    await catchUp(source, target, 0);
    const keys = await allKeys(source);
    await copyFiles(source, target, keys);
    await deferForeignKeys(target.database, false);
    const problems = await compare(source, target, keys);
    if (problems.length > 0) throw new OperatorError(['The copy is not the same:', ...problems].join('\n'));
  } catch (error) {
    await cancelMove(source);
    throw error;
  }
  say(`Everything was copied and compared; this took ${((performance.now() - readOnlyAt) / 1000).toFixed(1)} s`);
};

const hasRows = ({ database }: EmptyPlace): Promise<boolean> =>
  assertNoRows(database).then(
    () => false,
    () => true,
  );
