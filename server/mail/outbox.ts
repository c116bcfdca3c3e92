import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of mails, one `.eml` file each, for a site without an SMTP server. */
export interface Outbox {
  /** Writes a mail whole or not at all; a second time under the same id replaces it. */
  put(id: string, eml: Buffer): Promise<void>;
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const openOutbox = (folder: string): Outbox => ({
  put: async (id, eml) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = id.replace(/[^\w-]/g, '_');
    const arriving = join(folder, `.${name}.part`);
    try {
      const file = await open(arriving, 'w', 0o600);
      try {
        await file.writeFile(eml);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(arriving, join(folder, `${name}.eml`));
      await syncFolder(folder);
    } catch (error) {
      await rm(arriving, { force: true });
      throw error;
    }
  },
});
