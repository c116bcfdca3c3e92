import { open, rm } from 'node:fs/promises';
import { importArchive } from '#server/archive/import-archive.ts';
import type { JsonReaders } from '#server/archive/check-archive.ts';
import { writeArchive } from '#server/archive/write-archive.ts';
import type { SchoolData } from '#server/backup/school-data.ts';
import { OperatorError } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { version as program } from '#server/version.ts';
import { createSecretSealing } from '#server/settings/sealed-secret.ts';

export interface ArchivesNeeds {
  data: SchoolData;
  readers: JsonReaders;
  /** What an account has instead of a password until its owner chooses one. */
  noPassword: () => string;
}

const sizeText = (sizeBytes: number): string =>
  sizeBytes < 1e9 ? `${(sizeBytes / 1e6).toFixed(1)} MB` : `${(sizeBytes / 1e9).toFixed(1)} GB`;

const createFile = async (path: string) => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const isPresent = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isPresent ? new OperatorError(`${path} exists already: name another file`) : error;
  }
};

/** Archives of the whole school: written from it, and imported into it while it is empty. */
export const createArchives = (
  { database, storage, clock, secretKey, settings, publicAddress }: Platform,
  { data, readers, noPassword }: ArchivesNeeds,
) => {
  const sealing = createSecretSealing(secretKey);

  const write = async (out: (bytes: Uint8Array) => Promise<void>, { hasSecrets }: { hasSecrets: boolean }) => {
    const { brandName: name } = await settings.school();
    const { timeZone } = await settings.calendar();
    const secrets = { ...sealing, noPassword, areIncluded: hasSecrets };
    const school = { name, address: await publicAddress(), timeZone };
    return writeArchive({ database, storage, clock, secrets, data, school, program }, out);
  };

  return {
    write,

    /** Writes a new file that only its owner can read. Returns what it did, as a line. */
    exportTo: async (path: string, options: { hasSecrets: boolean }): Promise<string> => {
      const file = await createFile(path);
      try {
        const { files, head } = await write((bytes) => file.writeFile(bytes), options);
        const { size } = await file.stat();
        await file.close();
        const lines = [`Exported the school to ${path}: ${files} files, ${sizeText(size)}`];
        if (head.missing.length > 0) lines.push(`Files are missing that rows name: ${head.missing.join(', ')}`);
        if (options.hasSecrets) lines.push('It has password hashes and private keys: keep it as safe as the school');
        return lines.join('\n');
      } catch (error) {
        await file.close();
        await rm(path, { force: true });
        throw error;
      }
    },

    /** Throws OperatorError when the school is not empty, or the archive not whole. */
    importFrom: async (path: string): Promise<string> => {
      const { head, rows, files, leftOut } = await importArchive(path, {
        database,
        storage,
        clock,
        data,
        readers,
        secrets: { ...sealing, noPassword },
      });
      const lines = [
        `Imported ${head.school.name} of ${head.exportedAt}: ${rows} rows and ${files} files. Verified: files, access and certificates match`,
      ];
      if (leftOut.length > 0) lines.push(`Left out, because this version cannot read it: ${leftOut.join('; ')}`);
      if (!head.hasSecrets) lines.push('People choose a new password with "Forgot password". So do you');
      return lines.join('\n');
    },
  };
};
