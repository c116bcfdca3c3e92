import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { toInstant } from '#server/clock.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { OperatorError } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { certificatesInBatches, findCodeOf } from '../certificates.queries.ts';
import { certificatePath, readToken } from '../credential.ts';
import { presentCertificate } from '../presentation.ts';
import type { Publishing } from '../key-publication.ts';
import { KEY_SET_PATH, keyPath } from '../school-keys.ts';
import { countLists, statusListPath } from '../status-list.ts';
import { LOGO_FILE, STYLE, STYLE_FILE, staticPage } from './static-page.ts';

/** What an export writes at its top, and so what a further one may replace. */
const OWN_NAMES = new Set(['.well-known', 'certificates', STYLE_FILE, LOGO_FILE]);

const write = async (path: string, content: string | Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
};

/** Undefined where nothing is. */
const namesIn = (folder: string): Promise<string[] | undefined> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });

/** What is written becomes the folder, in the place of an earlier export. */
const putInPlace = async (written: string, folder: string): Promise<void> => {
  const earlier = `${written}-earlier`;
  const exists = (await namesIn(folder)) !== undefined;
  if (exists) await rename(folder, earlier);
  await rename(written, folder);
  if (exists) await rm(earlier, { recursive: true });
};

/** Writes the pages, keys, badges and status lists of all certificates into a folder, for when there is no school any more. */
export const createExport = (
  { database: { db }, settings, branding, clock, publicAddress }: Platform,
  { publishing }: { publishing: Publishing },
) => {
  const writeCertificates = async (folder: string, hasLogo: boolean): Promise<number> => {
    const [calendar, site, now] = [await settings.calendar(), await publicAddress(), clock.now()];
    const date = (instant: string): string => calendar.formatDate(Date.parse(instant));
    const writeOne = async (row: CertificateRow): Promise<void> => {
      const place = join(folder, certificatePath(row.code));
      const successor = row.superseded_by === null ? undefined : await findCodeOf(db, row.superseded_by);
      const certificate = await presentCertificate(row, { now, site, successor });
      await write(join(place, 'index.html'), staticPage(certificate, { date, hasLogo, writtenAt: toInstant(now) }));
      await write(join(place, 'badge.json'), `${JSON.stringify(readToken(row.jws), null, 2)}\n`);
      await write(join(place, 'badge.jwt'), row.jws);
      await write(join(place, 'badge.png'), await publishing.imageOf(row));
    };
    let count = 0;
    for await (const rows of certificatesInBatches(db)) {
      for (const row of rows) await writeOne(row);
      count += rows.length;
    }
    return count;
  };

  const writeKeysAndLists = async (folder: string): Promise<void> => {
    await write(join(folder, KEY_SET_PATH), JSON.stringify({ keys: await publishing.listKeys() }));
    for (const [id, key] of await publishing.keysById()) await write(join(folder, keyPath(id)), JSON.stringify(key));
    // The lists come last: what is revoked meanwhile is on them.
    for (let list = 0; list < (await countLists(db)); list += 1) {
      const token = await publishing.statusList(list);
      if (token === undefined)
        throw new OperatorError('No key signs the status lists: is SECRET_KEY that of the school?');
      await write(join(folder, statusListPath(list)), token);
    }
  };

  /** Nothing is changed before everything is written. Returns how many there are. */
  return async (given: string): Promise<number> => {
    const folder = resolve(given);
    const foreign = (await namesIn(folder))?.find((name) => !OWN_NAMES.has(name));
    if (foreign !== undefined)
      throw new OperatorError(`${folder} has other files, such as ${foreign}: name a new folder, or an earlier export`);
    await mkdir(dirname(folder), { recursive: true });
    const written = await mkdtemp(`${folder}.`);
    try {
      const { logo } = await branding.look();
      await write(join(written, STYLE_FILE), STYLE);
      if (logo) await write(join(written, LOGO_FILE), logo.bytes);
      const count = await writeCertificates(written, logo !== undefined);
      await writeKeysAndLists(written);
      // A temporary folder is of one user, and web servers are others.
      await chmod(written, 0o755);
      await putInPlace(written, folder);
      return count;
    } catch (error) {
      await rm(written, { recursive: true, force: true });
      throw error;
    }
  };
};
