import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PageProgram } from '#contract/page-program.ts';
import { type App, createApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '#server/http/connections.ts';
import { createImages, type Images } from '#server/images/images.ts';
import { createPdf, type Pdf } from '#server/pdf/pdf.ts';
import { collectLogs } from './collect-logs.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type IsolatedData, isolatedData } from './isolated-data.ts';

/** Settings by their names in the environment; the data folder and the database are the test's own. */
export type Overrides = Record<string, string>;

export interface TestApp extends App, AsyncDisposable {
  readonly config: Config;
  readonly clock: FakeClock;
  /** What was logged, as lines of JSON. */
  logLines(): string[];
  /** Listens on a free port and returns the origin, such as `http://127.0.0.1:41234`. */
  listen(): Promise<string>;
  /** A further process on the same data and clock. Close it before this one. */
  another(overrides?: Overrides): Promise<TestApp>;
  /** Stops, and starts again on the same data and clock. The old one needs no close. */
  restart(overrides?: Overrides): Promise<TestApp>;
  /** Stops, and removes data folder and database. */
  close(): Promise<void>;
}

/** Enough for a test, and a fiftieth of what is shipped. */
const QUICK_HASHING = { memoryKib: 1024, passes: 1, lanes: 1 };

/** To read the built pages would be a fifth of starting an app, and they may not be built. */
const NO_PAGES = join(import.meta.dirname, 'no-pages');

/** One for all apps of this process: to begin a process that draws costs more than most tests. It ends with this one. */
const images: Images = { ...createImages(), close: async () => undefined };
const pdf: Pdf = { ...createPdf(), close: async () => undefined };

export interface TestOptions {
  /** Hashes at the cost that is shipped, for tests that measure it. */
  isHashingAsShipped?: boolean;
  /** How long connections are waited for, for tests that wait for the end of a slow one. */
  connectionLimits?: Partial<ConnectionLimits>;
  /** A folder of built pages; none unless one is given. */
  pages?: string;
  /** Renders the pages, in the place of the program that is built with them. */
  pageProgram?: PageProgram;
}

interface Setting {
  options: TestOptions;
  data: IsolatedData;
  clock: FakeClock;
  overrides: Overrides;
  /** Whether closing removes the data. */
  isOwner: boolean;
}

const settingsOf = ({ data, overrides }: Setting): Overrides => ({
  DATA_DIR: data.dataDir,
  ...(data.databaseUrl === undefined ? {} : { DATABASE_URL: data.databaseUrl }),
  RATE_LIMIT: 'off',
  FFMPEG_PATH: 'none',
  ...overrides,
});

const startIn = async (setting: Setting): Promise<TestApp> => {
  const { data, clock, overrides, options } = setting;
  const config = readConfig(settingsOf(setting));
  const { lines, logger, assertErrorsDeclared } = collectLogs(config.logLevel);
  const app = await createApp({
    config,
    logger,
    clock,
    pages: options.pages ?? NO_PAGES,
    pageProgram: options.pageProgram,
    passwordCost: options.isHashingAsShipped === true ? undefined : QUICK_HASHING,
    images,
    // Idle connections of tests bring no further request.
    connectionLimits: { ...CONNECTION_LIMITS, idleMs: 10, ...options.connectionLimits },
    pdf,
  });
  // No test here ends the machine: a commit need not wait for the disk, which takes longer than most of what is tested.
  if (app.database.engine === 'sqlite') await sql`PRAGMA synchronous = OFF`.execute(app.database.db);
  let closing: Promise<void> | undefined;
  const stop = (): Promise<void> => (closing ??= app.close());
  const close = async (): Promise<void> => {
    await stop();
    if (setting.isOwner) await data.remove();
    assertErrorsDeclared();
  };
  const again = (more: Overrides, isOwner: boolean): Promise<TestApp> =>
    startIn({ data, clock, options, overrides: { ...overrides, ...more }, isOwner });
  return {
    ...app,
    config,
    clock,
    logLines: () => lines,
    listen: () => listenOnFreePort(app),
    another: (more = {}) => again(more, false),
    restart: async (more = {}) => {
      await stop();
      assertErrorsDeclared();
      return again(more, setting.isOwner);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};

const listenOnFreePort = async ({ http }: App): Promise<string> => {
  await http.listen({ host: '127.0.0.1', port: 0 });
  const address: AddressInfo | string | null = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return `http://127.0.0.1:${address.port}`;
};

/** The whole app on data that is there already, at a moment of the test's choice. The data stays when it closes. */
export const startAppIn = (data: IsolatedData, startMs: number, overrides: Overrides = {}): Promise<TestApp> =>
  startIn({ data, clock: createFakeClock(startMs), overrides, options: {}, isOwner: false });

/**
 * The whole app in this process, on fresh data, with a clock that the test moves and no background work: jobs run when
 * the test calls `jobs.runDue()`. Rate limits are off unless `RATE_LIMIT: 'on'` is given, videos are not converted unless
 * `FFMPEG_PATH` names a program.
 */
export const startApp = async (overrides: Overrides = {}, options: TestOptions = {}): Promise<TestApp> => {
  const data = await isolatedData();
  try {
    return await startIn({ data, clock: createFakeClock(), overrides, options, isOwner: true });
  } catch (error) {
    await data.remove();
    throw error;
  }
};
