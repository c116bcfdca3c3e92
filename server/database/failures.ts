/** SQLSTATEs of a server, or of a pooler before it (08P01), that ends the connection or a long statement, starts, stops, is a standby, or has no connection left. */
const UNAVAILABLE_STATES = /^(?:08\w{3}|57P0[1235]|57014|53300|25006)$/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver gives these errors no code. */
const DRIVER_MESSAGES = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/** The error message of a read-only database. */
export const READ_ONLY = 'this school is read-only';

const POSTGRES_DISK_FULL = '53100';
const SQLITE_FULL = 13;
/** The shared memory file beside the database could not grow. */
const SQLITE_IOERR_SHMSIZE = 4874;
const SQLITE_READONLY = 8;
/** Writing, truncating, or flushing a file or its folder. */
const SQLITE_WRITE_ERRORS = new Set([778, 1034, 1290, 1546]);
/** PostgreSQL reports a disk that rejects writes as missing permission, or as an error of the disk. */
const POSTGRES_WRITE_ERRORS = new Set(['42501', '58030']);
const DISK_FAILURE = /Read-only file system|Input\/output error/;

type DatabaseError = Error & { code?: unknown; syscall?: unknown; errcode?: unknown };

/** Whether the school is read-only, see `setReadOnly`. */
export const isReadOnly = (error: unknown): boolean => error instanceof Error && error.message.includes(READ_ONLY);

/** For work that can wait until the school is writable again. */
export const unlessReadOnly = (error: unknown): void => {
  if (!isReadOnly(error)) throw error;
};

/** Whether PostgreSQL could not be reached, ended the connection, or took too long: a later try may succeed. */
export const isConnectionLost = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if (!(error instanceof Error)) return false;
  const { code, syscall }: DatabaseError = error;
  if (DRIVER_MESSAGES.test(error.message)) return true;
  if (typeof code !== 'string') return false;
  // Without a system call, a client of this server closed its connection. A socket file may be missing too.
  const isNetwork = syscall !== undefined && (NETWORK_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect'));
  return isNetwork || UNAVAILABLE_STATES.test(code);
};

/** Whether the database could not write because its disk is full, on either engine. */
export const isDatabaseFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, errcode }: DatabaseError = error;
  return code === POSTGRES_DISK_FULL || errcode === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE;
};

/** Whether the disk of the database accepts no writes: it is read-only, as after an error of its hardware, or fails. */
export const isDatabaseReadOnly = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, errcode }: DatabaseError = error;
  if (typeof errcode === 'number') return (errcode & 0xff) === SQLITE_READONLY || SQLITE_WRITE_ERRORS.has(errcode);
  return typeof code === 'string' && POSTGRES_WRITE_ERRORS.has(code) && DISK_FAILURE.test(error.message);
};

/** The disk is full, the quota is used up, or the disk is read-only. */
const FILE_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether a disk accepts no writes, that of the files or that of the database: the same succeeds once an operator has acted. */
export const isDiskFailure = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && FILE_CODES.has(error.code)) ||
  isDatabaseFull(error) ||
  isDatabaseReadOnly(error);

/** For writes that a reader can do without. */
export const unlessDiskFails = (error: unknown): void => {
  if (!isDiskFailure(error)) throw error;
};
