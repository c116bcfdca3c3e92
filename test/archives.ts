import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from '#server/archive/open-archive.ts';
import { createZipWriter } from '#server/archive/zip-writer.ts';
import { aFolder } from './backup/schools.ts';
import type { TestApp } from './start-app.ts';

/** Exports the school into a new file. */
export const anArchive = async (app: TestApp, { hasSecrets = false } = {}): Promise<string> => {
  const path = join(await aFolder(), 'school.zip');
  await app.archives.exportTo(path, { hasSecrets });
  return path;
};

/** The bytes of every file of an archive. */
export const filesIn = async (path: string): Promise<Map<string, Buffer>> => {
  const archive = await openArchive(path);
  const files = new Map<string, Buffer>();
  for (const name of archive.names()) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of archive.read(name)) chunks.push(chunk);
    files.set(name, Buffer.concat(chunks));
  }
  archive.close();
  return files;
};

/** A ZIP of these files. */
export const zipped = async (files: ReadonlyMap<string, Uint8Array | string>): Promise<string> => {
  const path = join(await aFolder(), 'changed.zip');
  const parts: Uint8Array[] = [];
  const zip = createZipWriter(async (bytes) => void parts.push(bytes), Date.UTC(2026, 5, 15));
  for (const [name, bytes] of files) await zip.add(name, [bytes]);
  await zip.finish();
  await writeFile(path, Buffer.concat(parts));
  return path;
};
