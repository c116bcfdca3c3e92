import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '#server/errors.ts';

/** Only for the owner, because the database contains secrets. */
const PRIVATE = 0o700;
/** A web server in the owner's group may reach `files/`, but list nothing. */
const GROUP_MAY_PASS = 0o710;
/** Of what this process creates from then on, whatever the service or the shell has set. */
const NOT_FOR_OTHERS = { private: 0o077, group: 0o027 };

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** One level at a time: Node's recursive mkdir never returns on a file system that rejects new folders, such as /proc. */
const makeFolder = async (path: string): Promise<void> => {
  if (await exists(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
};

/** A folder of another owner keeps its permissions, which only that owner can change. */
const restrict = async (path: string, mode: number): Promise<void> => {
  const { mode: current } = await stat(path);
  if ((current & 0o777) === mode) return;
  await chmod(path, mode).catch((error: unknown) => {
    if (codeOf(error) !== 'EPERM') throw error;
  });
};

/**
 * Creates the data folder if it is missing, and removes other users' permissions, also for what is created later.
 * Throws OperatorError if it cannot be written.
 */
export const prepareDataFolder = async (path: string, { isReadByProxy }: { isReadByProxy: boolean }): Promise<void> => {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    await restrict(path, isReadByProxy ? GROUP_MAY_PASS : PRIVATE);
    process.umask(isReadByProxy ? NOT_FOR_OTHERS.group : NOT_FOR_OTHERS.private);
  } catch {
    throw new OperatorError(
      `The data folder ${path} cannot be written: change its owner, or set DATA_DIR to another folder`,
    );
  }
};
