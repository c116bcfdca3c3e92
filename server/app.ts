import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, openPostgres, openSqlite } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { serveApiDocs } from './http/api-docs.ts';
import { serveHealth } from './http/health.ts';
import { createImplement } from './http/implement.ts';
import { createOrigins } from './http/origins.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';

export interface App {
  http: FastifyInstance;
  database: Database;
  jobs: Jobs;
  /**
   * Starts the work that needs no request, once the port is known. Answers the path of the one-time setup page while
   * there is no ADMIN.
   */
  begin(port: number): Promise<string | undefined>;
  /** Adds the sample courses; answers what was done, as a line. */
  installSamples(): Promise<string>;
  /** Makes the person with this e-mail an ADMIN; answers what was done, as a line. */
  promote(email: string): Promise<string>;
  /** Ends requests under way, jobs and the database, in this order. */
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  clock?: Clock;
}

const openDatabase = ({ databaseUrl, dataDir }: Config): Promise<Database> | Database =>
  databaseUrl === undefined ? openSqlite(join(dataDir, 'lectern.db')) : openPostgres(databaseUrl);

/** Makes every part once, hands each what it needs, and registers each feature. */
export const createApp = async ({ config, logger, clock = systemClock }: AppOptions): Promise<App> => {
  const database = await openDatabase(config);
  await migrate(database, clock.now());
  const jobs = createJobs(database, clock, logger);
  const limits = createRateLimits(database, clock, config.isRateLimited);
  const address = { port: config.port };
  const origins = createOrigins(config.publicUrl, () => `http://localhost:${address.port}`);
  const http = await createServer(config, logger);
  let isStopping = false;

  serveApiDocs(http, config.brandName);
  serveHealth(http, database.db, () => isStopping);

  return {
    http,
    database,
    jobs,
    begin: async (port) => {
      address.port = port;
      jobs.start();
      return undefined;
    },
    installSamples: async () => 'no samples',
    promote: async (email) => email,
    close: async () => {
      isStopping = true;
      await http.close();
      await jobs.stop();
      await database.close();
    },
  };
};
