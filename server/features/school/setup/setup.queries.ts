import type { Db } from '#server/database/database.ts';

export const insertSetupLink = (db: Db, tokenHash: string, now: number) =>
  db.insertInto('setup_links').values({ token_hash: tokenHash, created_at: now, used_at: null }).execute();

export const isSetupLink = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await db.selectFrom('setup_links').select('token_hash').where('token_hash', '=', tokenHash).executeTakeFirst()) !==
  undefined;

export const deleteSetupLinks = (db: Db) => db.deleteFrom('setup_links').execute();
