import type { SchoolData } from '#server/backup/school-data.ts';
import { newestSchema } from '#server/database/migrate.ts';
import { isStorageKey } from '#server/storage/storage.ts';
import { z } from 'zod';
import { schemaOfRow, type Secrets, toRow, type Values } from './cells.ts';
import { damaged, parseJson } from './damaged-archive.ts';
import { formatOf } from './formats.ts';
import { FILES, FileRow, FORMAT, Head, schemaFile, VERSION } from './head.ts';
import { type AnyTable, type Row, archivedTables } from './archived-table.ts';
import { textOf } from './lines.ts';
import { movedRow } from './moved-rows.ts';
import type { OpenArchive } from './open-archive.ts';

/** An archive whose every file and row has the form that is declared. */
export interface CheckedArchive {
  head: Head;
  files: readonly FileRow[];
  /** What the school cannot read: its rows and columns. */
  leftOut: readonly string[];
  /** The rows of a table, with the columns of the database. */
  rows(table: AnyTable): AsyncIterable<Row>;
}

/** What the school reads columns of JSON with, by table and column. */
export type JsonReaders = Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;

interface CheckNeeds {
  secrets: Omit<Secrets, 'areIncluded'>;
  data: Pick<SchoolData, 'fileOwners'>;
  readers: JsonReaders;
}

/** Of what is left out; a damaged file may have many. */
const MAX_NAMED = 100;

/** Enough to say which program wrote it. */
const AnyHead = z.looseObject({ format: z.literal(FORMAT), version: z.int(), schema: z.int(), program: z.string() });

const readHead = async (archive: OpenArchive): Promise<Head> => {
  const any = AnyHead.safeParse(parseJson(await textOf(archive.read('school.json'))));
  if (!any.success) throw damaged('school.json is not that of a school');
  const { version, schema, program } = any.data;
  if (version > VERSION || schema > newestSchema())
    throw damaged(`it was written by the newer version ${program}. Upgrade this one first`);
  const head = Head.safeParse(any.data);
  if (!head.success) throw damaged(`school.json: ${z.prettifyError(head.error)}`);
  return head.data;
};

const readFiles = async (archive: OpenArchive, folders: ReadonlySet<string>): Promise<FileRow[]> => {
  const files: FileRow[] = [];
  const seen = new Set<string>();
  for await (const values of formatOf(FILES).read(FILES, archive.read(FILES.file))) {
    const file = FileRow.safeParse(values);
    if (!file.success) throw damaged(`a line of ${FILES.file}: ${z.prettifyError(file.error)}`);
    const { path, key, size_bytes: sizeBytes } = file.data;
    if (!isStorageKey(key) || !folders.has(key.slice(0, key.indexOf('/'))))
      throw damaged(`${key} is not a key of a file`);
    if (archive.sizeOf(path) !== sizeBytes) throw damaged(`${path} has not the size of ${FILES.file}`);
    if (seen.has(key) || seen.has(path)) throw damaged(`${FILES.file} has ${path} twice`);
    seen.add(key).add(path);
    files.push(file.data);
  }
  return files;
};

/** The names that a table has in the folders of courses. */
const patternOf = ({ file }: AnyTable): RegExp =>
  new RegExp(`^${file.replace(/[.]/g, String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}$`);

const assign = (
  archive: OpenArchive,
  files: readonly FileRow[],
  { hasSecrets, schema }: Pick<Head, 'hasSecrets' | 'schema'>,
): Map<string, string[]> => {
  const ofTables = new Map<string, string[]>();
  const patterns = archivedTables
    .filter(({ isSecret }) => hasSecrets || isSecret !== true)
    .map((table) => ({ name: table.name, pattern: patternOf(table) }));
  const paths = new Set(files.map(({ path }) => path));
  for (const name of archive.names()) {
    if (paths.has(name) || /^(?:school\.json|files\.csv|README\.md|schema\/\w+\.schema\.json)$/.test(name)) continue;
    const table = patterns.find(({ pattern }) => pattern.test(name));
    if (!table) throw damaged(`${name} is not a file of an archive`);
    ofTables.set(table.name, [...(ofTables.get(table.name) ?? []), name]);
  }
  // An earlier version describes the tables that it had.
  const names = new Set(archive.names());
  const isExpected = (name: string): boolean => schema === newestSchema() || names.has(schemaFile(name));
  for (const { name, file } of archivedTables)
    if (!file.includes('{') && patterns.some((one) => one.name === name) && isExpected(name) && !ofTables.has(name))
      throw damaged(`it has no ${file}`);
  return ofTables;
};

/** The JSON that the school cannot read becomes null where it may; otherwise its row is left out. Returns what it left out. */
const dropUnreadable = (values: Values, { name: table, columns }: AnyTable, readers: JsonReaders) => {
  const dropped: string[] = [];
  for (const [name, schema] of Object.entries(readers[table] ?? {})) {
    const value = values[name] ?? null;
    if (value === null || schema.safeParse(value).success) continue;
    if (!columns[name]?.isNullable) return { isRow: true, dropped: [name] };
    values[name] = null;
    dropped.push(name);
  }
  return { isRow: false, dropped };
};

const sameRow = (a: Row, b: Row): boolean => Object.entries(a).every(([name, value]) => b[name] === value);

/** Reads everything but the bytes of files once, before anything is written. */
export const checkArchive = async (
  archive: OpenArchive,
  { secrets, data, readers }: CheckNeeds,
): Promise<CheckedArchive> => {
  const head = await readHead(archive);
  const files = await readFiles(archive, new Set(data.fileOwners.flatMap(({ folders }) => folders)));
  const ofTables = assign(archive, files, head);
  const how: Secrets = { ...secrets, areIncluded: head.hasSecrets };

  // Rows are read twice.
  const leftOut = new Set<string>();
  const note = (what: string): unknown => leftOut.add(leftOut.size < MAX_NAMED ? what : 'and more');
  const rows = async function* rowsOf(table: AnyTable): AsyncGenerator<Row> {
    const schema = schemaOfRow(table, how);
    for (const name of ofTables.get(table.name) ?? []) {
      let number = 0;
      for await (const values of formatOf(table).read(table, archive.read(name))) {
        number += 1;
        const parsed = schema.safeParse(values);
        if (!parsed.success) throw damaged(`a row of ${name}: ${z.prettifyError(parsed.error)}`);
        const { isRow, dropped } = dropUnreadable(parsed.data, table, readers);
        const place = `row ${number} of ${name}`;
        for (const column of dropped) note(isRow ? `${place} (${column})` : `${column} in ${place}`);
        if (isRow) continue;
        const row = toRow(table, parsed.data, how);
        const moved = movedRow(table.name, row);
        if (!moved || !sameRow(row, moved)) throw damaged(`a row of ${name} does not belong into an archive`);
        yield row;
      }
    }
  };
  for (const table of archivedTables) for await (const row of rows(table)) void row;
  return { head, files, leftOut: [...leftOut], rows };
};
