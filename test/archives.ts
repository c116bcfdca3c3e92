import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
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

interface Deflated {
  name: string;
  bytes: Uint8Array;
  /** What the ZIP says that they unpack to, if it lies. */
  claimedBytes?: number;
}

/** A ZIP with compressed files (APPNOTE.TXT 4.3), which ours are not. */
export const deflatedZip = (files: readonly Deflated[]): Buffer => {
  const [locals, list]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, bytes, claimedBytes = bytes.length } of files) {
    const [title, packed] = [Buffer.from(name), deflateRawSync(bytes)];
    // Version, flags, method, time and day; then the sum, both sizes, and the length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimedBytes, 18);
    facts.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = [Buffer.from('PK\x03\x04'), facts, title, packed];
    list.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, title);
    locals.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]);
};
