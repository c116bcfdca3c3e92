import { startPrivatePostgres } from '#test/setup/postgres-server.ts';

/** A PostgreSQL for one question: the one of BENCH_POSTGRES_URL, or a private one. */
export const withPostgres = async <T>(measure: (url: string) => Promise<T>): Promise<T> => {
  const given = process.env['BENCH_POSTGRES_URL'];
  if (given !== undefined) return measure(given);
  const server = await startPrivatePostgres({ isDurable: true });
  try {
    return await measure(server.url);
  } finally {
    await server.stop();
  }
};
