import type { SchoolData } from '#server/backup/school-data.ts';
import { newestSchema } from '#server/database/migrate.ts';
import { isStorageKey } from '#server/storage/storage.ts';
import { z } from 'zod';
import { schemaOfRow, type Secrets, toRow } from './cells.ts';
import { damaged, parseJson } from './damaged.ts';
import { formatOf } from './formats.ts';
import { FILES, FileRow, FORMAT, Head, VERSION } from './head.ts';
import { type AnyTable, type Row, archivedTables } from './archived-table.ts';
import { textOf } from './lines.ts';
import { movedRow } from './moved-rows.ts';
import type { OpenArchive } from './open-archive.ts';

/** An archive whose every file and row has the form that is declared. */
export interface CheckedArchive {
  head: Head;
  files: readonly FileRow[];
  /** The rows of a table, with the columns of the database. */
  rows(table: AnyTable): AsyncIterable<Row>;
}

interface CheckNeeds {
  secrets: Omit<Secrets, 'areIncluded'>;
  data: Pick<SchoolData, 'fileOwners'>;
}

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

const assign = (archive: OpenArchive, files: readonly FileRow[], hasSecrets: boolean): Map<string, string[]> => {
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
  for (const { name, file } of archivedTables)
    if (!file.includes('{') && patterns.some((one) => one.name === name) && !ofTables.has(name))
      throw damaged(`it has no ${file}`);
  return ofTables;
};

const sameRow = (a: Row, b: Row): boolean => Object.entries(a).every(([name, value]) => b[name] === value);

/** Reads everything but the bytes of files once, before anything is written. */
export const checkArchive = async (archive: OpenArchive, { secrets, data }: CheckNeeds): Promise<CheckedArchive> => {
  const head = await readHead(archive);
  const files = await readFiles(archive, new Set(data.fileOwners.flatMap(({ folders }) => folders)));
  const ofTables = assign(archive, files, head.hasSecrets);
  const how: Secrets = { ...secrets, areIncluded: head.hasSecrets };

  const rows = async function* rowsOf(table: AnyTable): AsyncGenerator<Row> {
    const schema = schemaOfRow(table, how);
    for (const name of ofTables.get(table.name) ?? [])
      for await (const values of formatOf(table).read(table, archive.read(name))) {
        const parsed = schema.safeParse(values);
        if (!parsed.success) throw damaged(`a row of ${name}: ${z.prettifyError(parsed.error)}`);
        const row = toRow(table, parsed.data, how);
        const moved = movedRow(table.name, row);
        if (!moved || !sameRow(row, moved)) throw damaged(`a row of ${name} does not belong into an archive`);
        yield row;
      }
  };
  for (const table of archivedTables) for await (const row of rows(table)) void row;
  return { head, files, rows };
};
