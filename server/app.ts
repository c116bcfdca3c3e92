import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, openPostgres, openSqlite } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { createImplement } from './http/implement.ts';
import { createOrigins } from './http/origins.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';

export interface App {
  http: FastifyInstance;
  database: Database;
  jobs: Jobs;
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
  const origins = createOrigins(config.publicUrl, () => `http://localhost:${config.port}`);
  const http = await createServer(config, logger);

  return {
    http,
    database,
    jobs,
    close: async () => {
      await http.close();
      await jobs.stop();
      await database.close();
    },
  };
};
