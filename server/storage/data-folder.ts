import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '#server/errors.ts';

/** The owner alone, because the database holds secrets. */
const PRIVATE = 0o700;
/** A web server of the owner's group may pass through to `files/`, and list nothing. */
const PASSED_THROUGH = 0o710;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Step by step: the recursive mkdir of Node never returns where a file system refuses new folders, as /proc does. */
const makeFolder = async (path: string): Promise<void> => {
  if (await isThere(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
};

/** A folder of another owner keeps its rights: only its owner can change them. */
const restrict = async (path: string, mode: number): Promise<void> => {
  const { mode: current } = await stat(path);
  if ((current & 0o777) === mode) return;
  await chmod(path, mode).catch((error: unknown) => {
    if (codeOf(error) !== 'EPERM') throw error;
  });
};

/**
 * Makes the data folder where it is missing, and closes it to other users, also one that an earlier version left open.
 * Throws OperatorError when it cannot be written.
 */
export const prepareDataFolder = async (path: string, { isReadByProxy }: { isReadByProxy: boolean }): Promise<void> => {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    await restrict(path, isReadByProxy ? PASSED_THROUGH : PRIVATE);
  } catch {
    throw new OperatorError(
      `The data folder ${path} cannot be written: change its owner, or set DATA_DIR to another folder`,
    );
  }
};
