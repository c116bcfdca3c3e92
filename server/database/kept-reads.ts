import type { CompiledQuery } from 'kysely';
import type { SqliteFile } from './sqlite.ts';

/** Answers of this many questions are kept; then all are forgotten. */
const MOST_KEPT = 5000;

const keyOf = (parameters: readonly unknown[]): string =>
  parameters.length === 1 ? String(parameters[0]) : parameters.join('\u0000');

/**
 * Reads that are asked again and again between two writes, such as whose session it is: each is asked of SQLite once per
 * state of the database. Any commit, of this process or another, makes everything that is kept worthless.
 */
export const keptReads = (file: SqliteFile) => {
  let kept = new Map<string, Map<string, readonly unknown[]>>();
  let count = 0;
  let version: unknown;
  return async <Row>({ sql, parameters }: CompiledQuery<Row>): Promise<readonly Row[]> => {
    const current = file.version();
    if (current !== version || count >= MOST_KEPT) {
      kept = new Map();
      count = 0;
      version = current;
    }
    const answers = kept.get(sql) ?? new Map<string, readonly unknown[]>();
    if (answers.size === 0) kept.set(sql, answers);
    const key = keyOf(parameters);
    const known = answers.get(key);
    // The rows of this very query; a map over queries of different rows cannot say so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (known) return known as readonly Row[];
    const { rows } = file.read<Row>(sql, parameters);
    answers.set(key, rows);
    count += 1;
    return rows;
  };
};
