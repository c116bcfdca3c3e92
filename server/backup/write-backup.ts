import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import { migrate, newestSchema, SchemaTooNewError } from '#server/database/migrate.ts';
import type { Snapshot } from '#server/database/snapshot.ts';
import { schemaOf, wholeTables } from '#server/database/whole-tables.ts';
import { OperatorError } from '#server/errors.ts';
import type { Storage } from '#server/storage/storage.ts';
import { withLoadedRows } from './load-rows.ts';
import { FileLine, type Manifest } from './manifest.ts';
import { CHUNK_BYTES, createLineWriter, linesOf, newBackupId, type Repository } from './repository.ts';
import { isSaved, type SchoolData } from './school-data.ts';
import { namedKeys, savedPaths } from './school-files.ts';
import { cellsOf, createTableDigest } from './table-digest.ts';

/** The sources of a backup of a running school. */
export interface School {
  database: Database;
  storage: Storage;
  dataDir: string;
  clock: Clock;
  timeZone: string;
  data: SchoolData;
}

/** A file to read, of the storage or the data folder. */
interface OpenFile {
  sizeBytes: number;
  read(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

const saveTable = async (repository: Repository, { rows }: Snapshot, name: string, columns: string[]) => {
  const writer = createLineWriter(repository);
  const digest = createTableDigest();
  for await (const batch of rows(name, columns))
    for (const row of batch) {
      const line = JSON.stringify(cellsOf(row, columns));
      await writer.write(line, digest.add(line));
    }
  return { name, columns, ...digest.result(), chunks: await writer.finish() };
};

/** The files that rows name, and the digest of access. */
const readFacts = async (db: Db, { storage, data }: School) => ({
  entitlements: await data.digestEntitlements(db),
  keys: await namedKeys(db, storage, data.fileOwners),
});

/** Saves the rows of one moment unchanged. For an earlier schema, projections are read from a migrated copy. */
const saveRows = async (repository: Repository, school: School) => {
  const { database, clock } = school;
  const schema = await schemaOf(database);
  if (schema === undefined) throw new OperatorError('There is no school to save: the database is empty');
  const known = newestSchema();
  if (schema > known) throw new SchemaTooNewError(schema, known);
  const { facts, ...saved } = await database.snapshot(async (snapshot) => {
    const atMs = clock.now();
    const tables: Manifest['tables'] = [];
    for (const { name, columns } of await wholeTables(snapshot.db, database.engine))
      if (isSaved(name))
        tables.push(
          await saveTable(
            repository,
            snapshot,
            name,
            columns.map((column) => column.name),
          ),
        );
    return { atMs, schema, tables, facts: schema === known ? await readFacts(snapshot.db, school) : undefined };
  });
  const copied = () =>
    withLoadedRows(repository, saved, saved.atMs, async (copy) => {
      await migrate(copy, saved.atMs);
      return readFacts(copy.db, school);
    });
  return { ...saved, ...(facts ?? (await copied())) };
};

/** The chunks of the files that the newest backup of this place holds, by their keys: a key is written once. */
const savedBefore = async (repository: Repository): Promise<Map<string, FileLine>> => {
  const lines = new Map<string, FileLine>();
  if (repository.ids().length === 0) return lines;
  const { files } = await repository.manifest();
  for await (const line of linesOf(repository.read, files.chunks, FileLine))
    if (line[0] === 'storage') lines.set(line[1], line);
  return lines;
};

/** The chunks of a file, one after the other in the same memory. */
const saveContent = async (repository: Repository, file: OpenFile): Promise<{ sizeBytes: number; sums: string[] }> => {
  const sums: string[] = [];
  let sizeBytes = 0;
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, file.sizeBytes));
  for (;;) {
    const chunk = buffer.subarray(0, Math.max(file.sizeBytes - sizeBytes, 0));
    let length = 0;
    while (length < chunk.length) {
      const count = await file.read(chunk.subarray(length), sizeBytes + length);
      if (count === 0) break;
      length += count;
    }
    if (length === 0) return { sizeBytes, sums };
    sums.push(await repository.add(chunk.subarray(0, length), { isCompressed: false }));
    sizeBytes += length;
  }
};

const openDataFile = async (path: string): Promise<OpenFile | undefined> => {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    read: async (into, position) => (await file.read(into, 0, into.length, position)).bytesRead,
    close: () => file.close(),
  };
};

const saveFiles = async (repository: Repository, { storage, dataDir }: School, keys: Iterable<string>) => {
  const before = await savedBefore(repository);
  const writer = createLineWriter(repository);
  const missing: string[] = [];
  let count = 0;
  let sizeBytes = 0;
  const note = async (line: FileLine): Promise<void> => {
    const text = JSON.stringify(line);
    await writer.write(text, hash('sha256', text, 'buffer'));
    count += 1;
    sizeBytes += line[2];
  };
  const save = async (kind: FileLine[0], name: string, file: OpenFile): Promise<void> => {
    try {
      const known = kind === 'storage' ? before.get(name) : undefined;
      if (known && known[2] === file.sizeBytes && known[3].every((sum) => repository.has(sum)))
        return await note(known);
      const content = await saveContent(repository, file);
      await note([kind, name, content.sizeBytes, content.sums]);
    } finally {
      await file.close();
    }
  };
  for (const key of [...keys].toSorted()) {
    const file = await storage.open(key);
    if (file) await save('storage', key, file);
    else missing.push(key);
  }
  for (const path of await savedPaths(dataDir)) {
    const file = await openDataFile(join(dataDir, path));
    if (file) await save('data', path, file);
  }
  return { missing, files: { count, sizeBytes, chunks: await writer.finish() } };
};

/**
 * Saves a school while it runs. The rows are read first, as they are at one moment, then the files that they name: a file
 * stays for a day after its last row, so it is still there.
 */
export const writeBackup = async (repository: Repository, school: School): Promise<Manifest> => {
  const { keys, ...rows } = await saveRows(repository, school);
  const { files, missing } = await saveFiles(repository, school, keys);
  const manifest: Manifest = {
    format: 1,
    id: newBackupId(rows.atMs),
    engine: school.database.engine,
    timeZone: school.timeZone,
    ...rows,
    files,
    missing,
    added: repository.added(),
  };
  await repository.complete(manifest);
  return manifest;
};
