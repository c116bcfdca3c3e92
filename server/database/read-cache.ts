import type { CompiledQuery } from 'kysely';
import type { SqliteFile } from './sqlite.ts';

/** Results of this many calls are cached; then the cache is emptied. */
const MAX_ENTRIES = 2000;

/**
 * Caches the results of a SELECT that repeats between two writes, such as the user of a session: it runs once per values
 * and version of the SQLite file. Any commit, of this process or another, empties the cache.
 */
export const cachedRead = <Row>(file: SqliteFile, { sql }: CompiledQuery<Row>) => {
  const cached = new Map<string, readonly Row[]>();
  let version: unknown;
  return async (values: readonly string[]): Promise<readonly Row[]> => {
    const current = file.version();
    if (current !== version || cached.size >= MAX_ENTRIES) {
      cached.clear();
      version = current;
    }
    const key = values.length === 1 ? String(values[0]) : values.join('\u0000');
    const known = cached.get(key);
    if (known) return known;
    const { rows } = file.read<Row>(sql, values);
    cached.set(key, rows);
    return rows;
  };
};
