import type { Database, Db } from './database/database.ts';
import type { Inspection } from './database/inspect.ts';

/** Where this site is, for links in emails: PUBLIC_URL, or the address stored at setup, or this machine. */
export type PublicAddress = () => Promise<string>;

const SETTING = 'public_address';
const TOPIC = 'site';

/** The address stored at setup, for the doctor, which opens no part of the app. */
export const inspectStoredAddress = async (inspection: Inspection): Promise<string | undefined> => {
  const value = await inspection.value(`SELECT value FROM settings WHERE name = '${SETTING}'`);
  return typeof value === 'string' ? value : undefined;
};

const findStored = async (db: Db): Promise<string | undefined> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row?.value;
};

export const storePublicAddress = async ({ topics }: Database, tx: Db, address: string, now: number): Promise<void> => {
  await topics.raise(tx, TOPIC);
  await tx
    .insertInto('settings')
    .values({ name: SETTING, value: address, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: address, updated_at: now }))
    .execute();
};

/** The stored address is kept in memory until any process stores another one. */
export const createPublicAddress = (
  { db, topics }: Database,
  publicUrl: string | undefined,
  port: () => number,
): PublicAddress => {
  let known: { version: string; stored: string | undefined } | undefined;

  const findCached = async (): Promise<string | undefined> => {
    const version = topics.version(TOPIC);
    if (known && known.version === version) return known.stored;
    const stored = await findStored(db);
    known = version === undefined ? undefined : { version, stored };
    return stored;
  };

  return async () => publicUrl ?? (await findCached()) ?? `http://localhost:${port()}`;
};
