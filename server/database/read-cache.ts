import type { CompiledQuery } from 'kysely';
import type { SqliteFile } from './sqlite.ts';

/** Results of this many reads are cached; then the cache is emptied. */
const MAX_ENTRIES = 5000;

const keyOf = (parameters: readonly unknown[]): string =>
  parameters.length === 1 ? String(parameters[0]) : parameters.join('\u0000');

/**
 * Caches reads that repeat between two writes, such as the user of a session: each runs once per version of the SQLite
 * file. Any commit, of this process or another, empties the cache.
 */
export const createReadCache = (file: SqliteFile) => {
  let cached = new Map<string, Map<string, readonly unknown[]>>();
  let count = 0;
  let version: unknown;
  return async <Row>({ sql, parameters }: CompiledQuery<Row>): Promise<readonly Row[]> => {
    const current = file.version();
    if (current !== version || count >= MAX_ENTRIES) {
      cached = new Map();
      count = 0;
      version = current;
    }
    const results = cached.get(sql) ?? new Map<string, readonly unknown[]>();
    if (results.size === 0) cached.set(sql, results);
    const key = keyOf(parameters);
    const known = results.get(key);
    // The rows of this very query; a map over queries of different rows cannot say so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (known) return known as readonly Row[];
    const { rows } = file.read<Row>(sql, parameters);
    results.set(key, rows);
    count += 1;
    return rows;
  };
};
