import type { Db } from '#server/database/database.ts';
import { isAuthentic } from './credential.ts';
import { listPublicKeys } from './school-keys.ts';

const ROWS_AT_ONCE = 500;

/** The codes of certificates that say something else than what was signed. */
export const listAltered = async (db: Db): Promise<string[]> => {
  const keys = await listPublicKeys(db);
  const altered: string[] = [];
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('certificates')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    altered.push(...rows.filter((row) => !isAuthentic(row, keys.get(row.key_id))).map(({ code }) => code));
    const last = rows.at(-1);
    if (!last) return altered;
    after = last.id;
  }
};
