import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/**
 * A SELECT compiled once and run outside any transaction, for paths where building it on each request costs more than
 * running it. The values it was compiled with are placeholders; each call passes its own, in the order of the SQL.
 */
export const prepared = <Row>(database: Database, query: CompiledQuery<Row>) => {
  const run = database.prepare(query);
  return async (...values: string[]): Promise<readonly Readonly<Row>[]> => {
    if (values.length !== query.parameters.length)
      throw new TypeError(`this query takes ${query.parameters.length} values, not ${values.length}`);
    return run(values);
  };
};
