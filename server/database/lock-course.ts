import type { Db } from './database.ts';
import { changesRow } from './outcomes.ts';

/** Records the change and locks the course until the transaction ends; returns whether it is there. */
export const lockCourse = (tx: Db, courseId: string, now: number): Promise<boolean> =>
  changesRow(
    tx.updateTable('courses').set({ updated_at: now }).where('id', '=', courseId).where('deleted_at', 'is', null),
  );
