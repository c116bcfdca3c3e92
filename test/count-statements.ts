import { Client } from 'pg';
import { vi } from 'vitest';
import { SqliteFile } from '#server/database/sqlite.ts';

/**
 * The ends of transactions, and what is no part of a request: listening, notifications, which follow the commit, and the sandbox,
 * which looks for changes by itself.
 */
const UNCOUNTED =
  /^(?:begin|start transaction|commit|rollback|listen)\b|pg_notify|sandbox_records|pg_advisory_xact_lock/i;

const isCounted = ([first]: readonly unknown[]): boolean => {
  const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
  return !UNCOUNTED.test(String(text));
};

/** How many statements this process sends to its database while `work` runs. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> => {
  const sent = [
    vi.spyOn(SqliteFile.prototype, 'read'),
    vi.spyOn(SqliteFile.prototype, 'write'),
    vi.spyOn(Client.prototype, 'query'),
  ];
  try {
    await work();
    return sent.reduce((sum, { mock }) => sum + mock.calls.filter(isCounted).length, 0);
  } finally {
    for (const spy of sent) spy.mockRestore();
  }
};
