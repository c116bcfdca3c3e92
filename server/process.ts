import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp } from './app.ts';
import { runBackupCommand } from './backup-commands.ts';
import { type Config, ConfigError, readConfig, withPlainNames } from './config.ts';
import { isConnectionLost, isReadOnly } from './database/failures.ts';
import { lockFolder } from './database/folder-lock.ts';
import { settings } from './environment/settings.ts';
import { unknownSettings } from './environment/unknown-settings.ts';
import { prepareDataFolder } from './storage/data-folder.ts';
import { SchemaTooNewError } from './database/migrate.ts';
import { OperatorError, UnavailableError } from './errors.ts';
import { problemLine, reportText } from './features/school/doctor/report-text.ts';
import { localOrigin } from './http/endpoint/origins.ts';
import { createLogger } from './log.ts';
import { paymentSettings } from './payment-providers.ts';
import { openDoctor } from './open-doctor.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const settingNames = [...Object.values(settings).flatMap((group) => Object.keys(group)), ...paymentSettings];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A database and an object store may start together with this process. */
const START_PATIENCE_MS = 60_000;
const START_RETRY_MS = 1000;

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

/** On a terminal a sentence, and otherwise a line of the log, which the level of the log leaves in. */
const announce = (text: string): void => (process.stdout.isTTY ? say(text) : createLogger('info').info(text));

const homeOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? localOrigin(host, port);

const setupLine = async (app: App, config: Config): Promise<string> => {
  const path = await app.openSetup();
  return path === undefined ? 'There is an admin already' : `Set it up, once, at ${homeOf(config)}${path}`;
};

/** A terminal gets the link, which a log would keep and pass on. */
const explainSetup = async (app: App, config: Config): Promise<void> => {
  if (await app.isSetUp()) return;
  if (process.stdout.isTTY) return say(await setupLine(app, config));
  announce('There is no admin yet: the command `setup` prints a link that creates the first one');
};

/** What a running process waits for: a dependency that starts too, or has no connection left. A pooler's refusal of a setting stays. */
const mayPass = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof UnavailableError || error.cause instanceof UnavailableError) return true;
  return isConnectionLost(error) && !error.message.includes('startup parameter');
};

const openApp = async (config: Config, logger: ReturnType<typeof createLogger>): Promise<App> => {
  const giveUpAt = performance.now() + START_PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await createApp({ config, logger });
    } catch (error) {
      if (!mayPass(error) || performance.now() > giveUpAt) throw error;
      if (tries === 1) createLogger('warn').warn(`The start waits for a minute. ${await explain(error, config)}`);
      await sleep(START_RETRY_MS);
    }
  }
};

const serve = async (given: Config): Promise<void> => {
  // SQLite is a file of one process.
  if (given.databaseUrl === undefined) lockFolder(given.dataDir, (line) => createLogger('warn').warn(line));
  const logger = createLogger(given.logLevel);
  for (const line of unknownSettings(given.environment, settingNames)) createLogger('warn').warn(line);
  const app = await openApp(given, logger);
  const { brandName } = await app.settings.school();
  const port = await listen(app, given).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const stopping = stopOnSignals(app, given);
  const config = { ...given, port };
  try {
    const isWorker = config.role === 'worker';
    announce(
      isWorker
        ? `${brandName} worker is ready at ${localOrigin(config.host, port)}`
        : `${brandName} is ready at ${homeOf(config)}`,
    );
    if (logger.isLevelEnabled('info')) announce(`The data folder is ${config.dataDir}`);
    await app.begin();
    if (!isWorker) await explainSetup(app, config);
    for (const problem of await app.failures(config.ffmpegPath === undefined ? [] : ['video']))
      logger.warn({ setting: problem.setting }, problemLine(problem));
  } catch (error) {
    // An interruption by a stop is no failure.
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

const schoolUsage = 'Use npm run school -- export FILE [--with-secrets], or import FILE';

/** Moves the whole school out, or in. */
const runSchoolCommand = (app: App, words: readonly string[]): Promise<string> => {
  const [verb, ...rest] = words;
  const hasSecrets = rest.includes('--with-secrets');
  const [path, ...more] = rest.filter((word) => word !== '--with-secrets');
  if (path === undefined || path.startsWith('--') || more.length > 0) throw new OperatorError(schoolUsage);
  if (verb === 'export') return app.archives.exportTo(path, { hasSecrets });
  if (verb === 'import' && !hasSecrets) return app.archives.importFrom(path);
  throw new OperatorError(schoolUsage);
};

const ROLE_OPTION = '--role=';
/** Of PostgreSQL. Codes of Node begin with E. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

const main = async (config: Config, words: string[]): Promise<void> => {
  // Before anything is created or opened.
  if (words[0] === 'doctor') return examine(config);
  const done = await runBackupCommand(config, words);
  if (done !== undefined) return say(done);
  await prepareDataFolder(config.dataDir, { isReadByProxy: config.mediaOffload === 'x-accel' });
  const [name, argument, folder] = words;
  if (name === undefined) return serve(config);
  if (name === 'samples' && (argument === undefined || argument === 'published'))
    return command(config, (app) => app.installSamples({ isPublished: argument === 'published' }));
  if (name === 'videos') return command(config, (app) => app.queueVideos());
  if (name === 'admin' && argument !== undefined) return command(config, (app) => app.promote(argument));
  if (name === 'setup') return command(config, (app) => setupLine(app, config));
  if (name === 'certificates' && argument === 'rotate-key') return command(config, (app) => app.rotateCertificateKey());
  if (name === 'certificates' && argument === 'export' && folder !== undefined) {
    // They are public, and a web server is another user.
    process.umask(0o022);
    return command(config, (app) => app.exportCertificates(folder));
  }
  if (name === 'school') return command(config, (app) => runSchoolCommand(app, words.slice(1)));
  if (name === 'recompute') return command(config, (app) => app.recompute());
  throw new OperatorError(
    'Unknown command: use no command to serve, `setup`, `samples [published]`, `videos`, `recompute`, `certificates rotate-key`, `certificates export FOLDER`, `school export FILE`, `school import FILE`, `doctor`, `admin EMAIL`, `backup [PLACE]`, `verify [PLACE]`, `restore PLACE`, or `read-only on`',
  );
};

/** Why the start failed, in the words of the doctor where its checks find the reason. */
const explain = async (error: unknown, config: Config | undefined): Promise<string> => {
  const isWorded = [ConfigError, OperatorError, SchemaTooNewError, UnavailableError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isWorded) return error.message;
  if (isReadOnly(error))
    return 'The school is read-only. Run `npm run read-only -- off` first, unless the school has moved';
  const doctor = config && (await openDoctor(config, createLogger('silent')));
  const problems = (await doctor?.failures(['folder', 'database'])) ?? [];
  if (problems.length > 0) return problems.map(problemLine).join('\n');
  if (!(error instanceof Error)) return String(error);
  if (SQLSTATE.test(codeOf(error) ?? '')) return `PostgreSQL refuses a statement: ${error.message} (${codeOf(error)})`;
  return codeOf(error) === 'ERR_SQLITE_ERROR'
    ? `The database file cannot be used: ${error.message}`
    : (error.stack ?? error.message);
};

let config: Config | undefined;
try {
  const given = process.argv.slice(2);
  const role = given.find((word) => word.startsWith(ROLE_OPTION))?.slice(ROLE_OPTION.length);
  const environment = withPlainNames(process.env);
  config = readConfig(role === undefined ? environment : { ...environment, ROLE: role });
  // SQLite sorts there, once its first file is opened: `/tmp` may be small or in memory, and an index needs its size once more.
  process.env['SQLITE_TMPDIR'] ??= config.dataDir;
  if (given.length > 0 && role === undefined)
    for (const line of unknownSettings(environment, settingNames)) process.stderr.write(`${line}\n`);
  await main(
    config,
    given.filter((word) => !word.startsWith(ROLE_OPTION)),
  );
} catch (error) {
  process.stderr.write(`${await explain(error, config)}\n`);
  process.exit(1);
}
