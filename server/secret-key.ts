import { hkdfSync } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './errors.ts';
import { newId, newSecret } from './ids.ts';

const DERIVED_BYTES = 32;
/** A file that a full disk or a kill cut off has fewer. */
const MIN_SECRET_LENGTH = 32;

const secretPath = (dataDir: string): string => join(dataDir, 'secret-key');

/** The one secret of a school, from which the key of each purpose is derived. */
export interface SecretKey {
  /** Returns the same 32 bytes in every process that has the secret; keys of other purposes do not reveal them. */
  derive(purpose: string): Buffer;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Throws OperatorError for a file that is not whole: keys of an empty secret would be known to everyone. */
const readIfPresent = async (path: string): Promise<string | undefined> => {
  const secret = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  const length = secret?.trim().length ?? MIN_SECRET_LENGTH;
  if (length >= MIN_SECRET_LENGTH) return secret;
  throw new OperatorError(
    `The file ${path} is ${length === 0 ? 'empty' : `too short for a secret (${length} characters)`}. Restore it from a backup. Without one, delete it: the next start writes another, video addresses end, and secrets under Settings must be entered again`,
  );
};

/** A link never replaces the file of a process that was quicker. Not every file system has links. */
const createFile = async (path: string): Promise<void> => {
  const temporary = `${path}.${newId()}`;
  try {
    await writeFile(temporary, newSecret(), { mode: 0o600, flag: 'wx', flush: true });
    await link(temporary, path).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') await rename(temporary, path);
    });
  } finally {
    await rm(temporary, { force: true });
  }
};

const readOrCreate = async (path: string): Promise<string> => {
  const known = await readIfPresent(path);
  if (known !== undefined) return known;
  await createFile(path);
  return (await readIfPresent(path)) ?? readOrCreate(path);
};

const fromSecret = (secret: string): SecretKey => ({
  derive: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, DERIVED_BYTES)),
});

/** The secret, where there is one already. */
export const findSecretKey = async (
  configured: string | undefined,
  dataDir: string,
): Promise<SecretKey | undefined> => {
  const secret = configured ?? (await readIfPresent(secretPath(dataDir)));
  return secret === undefined ? undefined : fromSecret(secret);
};

/** The configured secret, or a random one that is created in the data folder at the first start. */
export const openSecretKey = async (configured: string | undefined, dataDir: string): Promise<SecretKey> =>
  fromSecret(configured ?? (await readOrCreate(secretPath(dataDir))));
