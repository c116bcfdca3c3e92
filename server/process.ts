import type { AddressInfo } from 'node:net';
import { type App, createApp } from './app.ts';
import { runBackupCommand } from './backup-commands.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { isConnectionLost, isReadOnly } from './database/failures.ts';
import { prepareDataFolder } from './storage/data-folder.ts';
import { SchemaTooNewError } from './database/migrate.ts';
import { OperatorError } from './errors.ts';
import { reportText } from './features/school/doctor/report-text.ts';
import { localOrigin } from './http/origins.ts';
import { createLogger } from './log.ts';
import { openDoctor } from './open-doctor.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const listen = async (app: App, { host, port }: Config): Promise<number> => {
  try {
    await app.http.listen({ host, port });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} is taken: stop what uses it, or set PORT to another number`);
    if (code === 'EACCES')
      throw new OperatorError(`Port ${port} may not be opened by this user: set PORT to a number above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`HOST ${host} is not an address of this machine`);
    throw error;
  }
  const address: AddressInfo | string | null = app.http.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
};

const serve = async (config: Config): Promise<void> => {
  const app = await createApp({ config, logger: createLogger(config.logLevel) });
  const { brandName } = await app.settings.school();
  const port = await listen(app, config).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const stopping = stopOnSignals(app, config);
  if (config.role === 'worker') say(`${brandName} worker is ready at ${localOrigin(config.host, port)}`);
  const home = config.publicUrl ?? localOrigin(config.host, port);
  if (config.role !== 'worker') say(`${brandName} is ready at ${home}`);
  try {
    const setupPath = await app.begin();
    if (setupPath !== undefined) say(`Set it up, once, at ${home}${setupPath}`);
  } catch (error) {
    // What a stop interrupts is no failure.
    if (!stopping.aborted) throw error;
  }
};

const command = async (config: Config, run: (app: App) => Promise<string>): Promise<void> => {
  const app = await createApp({ config, logger: createLogger('warn') });
  try {
    say(await run(app));
  } finally {
    await app.close();
  }
};

/** Fails when a check does. */
const examine = async (config: Config): Promise<void> => {
  const doctor = await openDoctor(config, createLogger('silent'));
  const { findings } = await doctor.examine();
  say(reportText(findings));
  process.exit(findings.some(({ status }) => status === 'failing') ? 1 : 0);
};

const ROLE_OPTION = '--role=';

const main = async (given: string[]): Promise<void> => {
  const role = given.find((word) => word.startsWith(ROLE_OPTION))?.slice(ROLE_OPTION.length);
  const words = given.filter((word) => !word.startsWith(ROLE_OPTION));
  const config = readConfig(role === undefined ? process.env : { ...process.env, ROLE: role });
  // Before anything is created or opened.
  if (words[0] === 'doctor') return examine(config);
  const done = await runBackupCommand(config, words);
  if (done !== undefined) return say(done);
  await prepareDataFolder(config.dataDir, { isReadByProxy: config.mediaOffload === 'x-accel' });
  const [name, argument] = words;
  if (name === undefined) return serve(config);
  if (name === 'samples') return command(config, (app) => app.installSamples());
  if (name === 'videos') return command(config, (app) => app.queueVideos());
  if (name === 'admin' && argument !== undefined) return command(config, (app) => app.promote(argument));
  if (name === 'recompute') return command(config, (app) => app.recompute());
  throw new OperatorError(
    'Unknown command: use no command to serve, `samples`, `videos`, `recompute`, `doctor`, `admin EMAIL`, `backup PLACE`, `verify PLACE`, `restore PLACE`, or `read-only on`',
  );
};

/** What PgBouncer refuses has this code, such as settings that a connection cannot have in transaction mode. */
const PROTOCOL_VIOLATION = '08P01';

/** Why the database cannot be reached or opened, as a sentence for the operator. */
const databaseProblem = (error: unknown): string | undefined => {
  const code = codeOf(error);
  if (isReadOnly(error))
    return 'The school is read-only, and this would change it: run `npm run read-only -- off` first, unless it was moved';
  if (code === PROTOCOL_VIOLATION && error instanceof Error)
    return `The database at DATABASE_URL refuses connections (${error.message}): if it is a pooler, set DATABASE_DIRECT_URL`;
  if (isConnectionLost(error) || code === '28P01' || code === '3D000')
    return `The database at DATABASE_URL cannot be reached (${code ?? String(error)})`;
  return code === 'ERR_SQLITE_ERROR' && error instanceof Error
    ? `The database file cannot be used: ${error.message}`
    : undefined;
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof OperatorError || error instanceof SchemaTooNewError;
  const line = isKnown ? error.message : databaseProblem(error);
  process.stderr.write(`${line ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  process.exit(1);
}
