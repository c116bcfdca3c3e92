import { createHash } from 'node:crypto';
import { z } from 'zod';
import { namedKeys } from '#server/backup/school-files.ts';
import type { SchoolData } from '#server/backup/school-data.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import { newestSchema } from '#server/database/migrate.ts';
import type { Snapshot } from '#server/database/snapshot.ts';
import { bytesOf } from '#server/storage/bytes-of.ts';
import type { Storage } from '#server/storage/storage.ts';
import { kindOfColumn, schemaOfRow, type Secrets, toValues, type Values } from './cells.ts';
import { nameFiles } from './file-paths.ts';
import { type Folders, nameFolders } from './folders.ts';
import { formatOf } from './formats.ts';
import { FILES, FileRow, FORMAT, Head, readmeOf, schemaFile, VERSION } from './head.ts';
import { type AnyTable, type Row, archivedTables } from './archived-table.ts';
import { movedRow } from './moved-rows.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

/** The school that is written. */
export interface WholeSchool {
  database: Database;
  storage: Storage;
  clock: Clock;
  secrets: Secrets;
  data: SchoolData;
  school: Head['school'];
  /** The version of the program. */
  program: string;
}

/** A value in a name is an id. */
const ID = /^[\w-]{1,100}$/;

/** Returns the name of the file of each row. */
const createPaths = async (db: Db, folders: Folders) => {
  const questions = await db.selectFrom('quiz_questions').select(['id', 'lecture_id']).execute();
  const lectureOf = new Map(questions.map((question) => [question.id, question.lecture_id]));
  return ({ name, file, of }: AnyTable, row: Row): string => {
    const [courseId, lectureId] =
      name === 'courses'
        ? [row['id'], undefined]
        : [undefined, name === 'lectures' ? row['id'] : of ? lectureOf.get(String(row[of.column])) : row['lecture_id']];
    const folder =
      courseId === undefined ? folders.lectures.get(String(lectureId)) : folders.courses.get(String(courseId));
    if (folder === undefined) throw new Error(`a row of ${name} has no folder`);
    return file
      .replace(/^courses\/\{course\}(?:\/\{lecture\})?/, () => folder)
      .replace(/\{(\w+)\}/g, (_, column: string) => {
        const value = String(row[column]);
        if (!ID.test(value)) throw new Error(`not an id in ${name}: ${value}`);
        return value;
      });
  };
};

/** Every row as the file of its table has it. */
async function* valuesOf({ rows }: Snapshot, table: AnyTable): AsyncGenerator<Row> {
  const order = table.key.map((name) => ({ name, isText: kindOfColumn(table, name) === 'text' }));
  for await (const batch of rows(table.name, Object.keys(table.columns), order))
    for (const row of batch) {
      const moved = movedRow(table.name, row);
      if (moved) yield moved;
    }
}

async function* mapped(rows: AsyncIterable<Row>, toFile: (row: Row) => Values): AsyncGenerator<Values> {
  for await (const row of rows) yield toFile(row);
}

async function* listed<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const isInFolders = ({ file }: AnyTable): boolean => file.includes('{');

const writeRows = async (zip: ZipWriter, snapshot: Snapshot, secrets: Secrets, folders: Folders): Promise<void> => {
  const pathOf = await createPaths(snapshot.db, folders);
  for (const table of archivedTables) {
    if (table.isSecret === true && !secrets.areIncluded) continue;
    const toFile = (row: Row): Values => toValues(table, row, secrets);
    const { write } = formatOf(table);
    const rows = valuesOf(snapshot, table);
    if (!isInFolders(table)) {
      await zip.add(table.file, write(table, mapped(rows, toFile), secrets));
      continue;
    }
    let path: string | undefined;
    let group: Values[] = [];
    const flush = async (): Promise<void> => {
      if (path !== undefined) await zip.add(path, write(table, listed(group), secrets));
      group = [];
    };
    // Rows of one file follow each other.
    for await (const row of rows) {
      const next = pathOf(table, row);
      if (next !== path) await flush();
      path = next;
      group.push(toFile(row));
    }
    await flush();
  }
};

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const writeSchemas = async (zip: ZipWriter, secrets: Secrets): Promise<void> => {
  const add = (name: string, schema: z.ZodType): Promise<number> =>
    zip.add(schemaFile(name), [json(z.toJSONSchema(schema))]);
  for (const table of archivedTables)
    if (secrets.areIncluded || table.isSecret !== true) await add(table.name, schemaOfRow(table, secrets));
  await add('files', FileRow);
  await add('school', Head);
};

/** Adds the files that exist, and returns the keys of the others. */
const writeFiles = async (
  zip: ZipWriter,
  { storage, secrets }: WholeSchool,
  files: readonly [path: string, key: string][],
): Promise<string[]> => {
  const missing: string[] = [];
  const index: FileRow[] = [];
  for (const [path, key] of files) {
    const file = await storage.open(key);
    if (!file) {
      missing.push(key);
      continue;
    }
    const sum = createHash('sha256');
    const content = async function* summed(): AsyncGenerator<Uint8Array> {
      for await (const bytes of bytesOf(file)) {
        sum.update(bytes);
        yield bytes;
      }
    };
    const size = await zip.add(path, content());
    index.push({ path, key, size_bytes: size, sha256: sum.digest('hex') });
  }
  await zip.add(FILES.file, formatOf(FILES).write(FILES, listed(index), secrets));
  return missing;
};

/**
 * Writes a whole school as one ZIP while it runs: the rows as they are at one moment, then the files that they name, which stay
 * for a day after their last row. Memory does not grow with the files.
 */
export const writeArchive = async (
  school: WholeSchool,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<{ head: Head; files: number }> => {
  const { database, clock, secrets, data, storage, program } = school;
  const atMs = clock.now();
  const zip = createZipWriter(write, atMs);
  const { files, access } = await database.snapshot(async (snapshot) => {
    const folders = await nameFolders(snapshot.db);
    await writeRows(zip, snapshot, secrets, folders);
    const keys = await namedKeys(snapshot.db, storage, data.fileOwners);
    return {
      files: await nameFiles(snapshot.db, keys, folders),
      access: await data.digestEntitlements(snapshot.db),
    };
  });
  await writeSchemas(zip, secrets);
  const missing = await writeFiles(zip, school, files);
  const head: Head = {
    format: FORMAT,
    version: VERSION,
    schema: newestSchema(),
    program,
    exportedAt: new Date(atMs).toISOString(),
    school: school.school,
    hasSecrets: secrets.areIncluded,
    access,
    missing,
  };
  await zip.add('school.json', [json(head)]);
  await zip.add('README.md', [readmeOf(head)]);
  await zip.finish();
  return { head, files: files.length - missing.length };
};
