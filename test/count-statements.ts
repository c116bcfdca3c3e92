import { Client } from 'pg';
import { vi } from 'vitest';
import { SqliteFile } from '#server/database/sqlite.ts';

const isListening = (call: readonly unknown[]): boolean => String(call[0]).startsWith('LISTEN');

/** How many statements this process sends to its database while `work` runs; BEGIN and COMMIT count, listening does not. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> => {
  const sent = [
    vi.spyOn(SqliteFile.prototype, 'read'),
    vi.spyOn(SqliteFile.prototype, 'write'),
    vi.spyOn(Client.prototype, 'query'),
  ];
  try {
    await work();
    return sent.reduce((sum, { mock }) => sum + mock.calls.filter((call) => !isListening(call)).length, 0);
  } finally {
    for (const spy of sent) spy.mockRestore();
  }
};
