import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

const PATIENCE_MS = 2000;

const within = async (work: Promise<unknown>, timeoutMs: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  work.then(
    () => resolve(true),
    () => resolve(false),
  );
  const isDone = await promise;
  clearTimeout(timer);
  return isDone;
};

/** `/healthz`: the process answers. `/readyz`: it may be sent requests, because its database answers and it is not stopping. */
export const serveHealth = (app: FastifyInstance, db: Db, isStopping: () => boolean): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = !isStopping() && (await within(sql`SELECT 1`.execute(db), PATIENCE_MS));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
};
