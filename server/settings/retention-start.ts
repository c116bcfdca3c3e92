import type { Db } from '#server/database/database.ts';
import { findValue } from '#server/database/stored-value.ts';

const NAME = 'limits.kept_before';

/**
 * What is older is kept, whatever the limits say: it was there before the version that brought them. 0 once the owner has saved
 * the limits, and in schools that began with them.
 */
export const findRetentionStart = async (db: Db): Promise<number> => Number((await findValue(db, NAME)) ?? 0);

/** The owner has seen the limits. */
export const deleteRetentionStart = (tx: Db) => tx.deleteFrom('settings').where('name', '=', NAME).execute();
