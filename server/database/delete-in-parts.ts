import type { DeleteResult } from 'kysely';

/** On SQLite nobody is answered while one statement runs, and on PostgreSQL its rows stay locked until its end. */
const ROWS_AT_ONCE = 1000;

/** Deletes at most so many rows. */
type DeletePart = (limit: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> };

/** Deletes rows of a table that grows with the school, however many there are. Returns how many. */
export const deleteInParts = async (deletePart: DeletePart, signal?: AbortSignal): Promise<number> => {
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { numDeletedRows } = await deletePart(ROWS_AT_ONCE).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return total;
    total += Number(numDeletedRows);
  }
};
