import type { CsvRow } from '#server/http/file/csv-rows.ts';
import type { Db } from '#server/database/database.ts';
import type { PeopleImportLineRow, PeopleImportRow } from '#server/database/tables/people.ts';
import type { LineProblem } from './check-lines.ts';

/** Rows that one statement writes, and emails that one asks for: both engines limit the values of a statement. */
const AT_ONCE = 200;

const batchesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, index) =>
    items.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );

export const insertImport = async (tx: Db, row: PeopleImportRow, rows: readonly CsvRow[]): Promise<void> => {
  await tx.insertInto('people_imports').values(row).execute();
  for (const batch of batchesOf(rows))
    await tx
      .insertInto('people_import_rows')
      .values(
        batch.map(({ line, cells }) => ({
          import_id: row.id,
          line,
          cells: JSON.stringify(cells),
          outcome: null,
          problem: null,
        })),
      )
      .execute();
};

export const findImport = (db: Db, id: string): Promise<PeopleImportRow | undefined> =>
  db.selectFrom('people_imports').selectAll().where('id', '=', id).executeTakeFirst();

/** Changes an import, and locks it until the transaction ends; undefined when it is not in this state. */
export const changeImport = (
  tx: Db,
  id: string,
  state: PeopleImportRow['state'],
  change: Partial<Pick<PeopleImportRow, 'state' | 'columns' | 'until_day'>>,
): Promise<PeopleImportRow | undefined> =>
  tx
    .updateTable('people_imports')
    .set({ state, ...change })
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst();

export const listLines = (db: Db, id: string): Promise<PeopleImportLineRow[]> =>
  db.selectFrom('people_import_rows').selectAll().where('import_id', '=', id).orderBy('line').execute();

/** The next lines that the import has not reached. */
export const openLines = (db: Db, id: string, limit: number): Promise<PeopleImportLineRow[]> =>
  db
    .selectFrom('people_import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute();

export const setOutcome = (
  tx: Db,
  { id, line }: { id: string; line: number },
  outcome: NonNullable<PeopleImportLineRow['outcome']>,
  problem?: LineProblem,
) =>
  tx
    .updateTable('people_import_rows')
    .set({ outcome, problem: problem ? JSON.stringify(problem) : null })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .execute();

/** The accounts that have these emails; deleted ones keep theirs. */
export const accountsOf = async (
  db: Db,
  emails: readonly string[],
): Promise<Map<string, { id: string; isDeleted: boolean }>> => {
  const found = new Map<string, { id: string; isDeleted: boolean }>();
  for (const batch of batchesOf([...new Set(emails)]))
    for (const { id, email, deleted_at: deletedAt } of await db
      .selectFrom('users')
      .select(['id', 'email', 'deleted_at'])
      .where('email', 'in', batch)
      .execute())
      found.set(email, { id, isDeleted: deletedAt !== null });
  return found;
};

export const deleteImportsBefore = async (tx: Db, before: number): Promise<void> => {
  const old = tx.selectFrom('people_imports').select('id').where('created_at', '<', before);
  await tx.deleteFrom('people_import_rows').where('import_id', 'in', old).execute();
  await tx.deleteFrom('people_imports').where('created_at', '<', before).execute();
};
