import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

const TIMEOUT_MS = 2000;

const within = async (work: Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  work.then(resolve, () => resolve(false));
  const isTrue = await promise;
  clearTimeout(timer);
  return isTrue;
};

/**
 * `/livez` and `/healthz` return 200 while the process runs. `/readyz` returns 200 while it accepts requests: the database
 * responds, its disk accepts writes, and the process is not stopping.
 */
export const serveHealth = (app: FastifyInstance, database: Database, isStopping: () => boolean): void => {
  const isUsable = async (): Promise<boolean> => {
    await sql`SELECT 1`.execute(database.db);
    return (await database.diskProblem()) === undefined;
  };
  for (const path of ['/livez', '/healthz']) app.get(path, async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = !isStopping() && (await within(isUsable(), TIMEOUT_MS));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
};
