import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/**
 * A query compiled once, for paths where building it on each request costs more than running it. The values it was
 * compiled with only hold the places; each call gives its own, in the order in which they stand in the SQL.
 */
export const prepared =
  <Row>(query: CompiledQuery<Row>) =>
  async (db: Db, ...values: (string | number)[]): Promise<Row[]> => {
    if (values.length !== query.parameters.length)
      throw new TypeError(`this query takes ${query.parameters.length} values, not ${values.length}`);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values });
    return rows;
  };
