import type { Db } from '#server/database/database.ts';

const PUBLIC_ADDRESS = 'public_address';
/** Raised when the public address is stored. */
export const SITE_TOPIC = 'site';

export const findPublicAddress = async (db: Db): Promise<string | undefined> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', PUBLIC_ADDRESS).executeTakeFirst();
  return row?.value;
};

export const storePublicAddress = async (db: Db, address: string, now: number): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ name: PUBLIC_ADDRESS, value: address, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: address, updated_at: now }))
    .execute();
};

export const insertSetupLink = async (db: Db, tokenHash: string, now: number): Promise<void> => {
  await db.insertInto('setup_links').values({ token_hash: tokenHash, created_at: now, used_at: null }).execute();
};

export const isSetupLink = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await db.selectFrom('setup_links').select('token_hash').where('token_hash', '=', tokenHash).executeTakeFirst()) !==
  undefined;

export const deleteSetupLinks = async (db: Db): Promise<void> => {
  await db.deleteFrom('setup_links').execute();
};
