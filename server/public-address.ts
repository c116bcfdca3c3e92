import { cachedByTopic } from './database/cached-by-topic.ts';
import type { Database, Db } from './database/database.ts';
import type { Inspection } from './database/inspect.ts';
import { findValue, storeValue } from './database/stored-value.ts';

/** Where this site is, for links in emails: PUBLIC_URL, or the address stored at setup, or this machine. */
export type PublicAddress = () => Promise<string>;

const SETTING = 'public_address';
const TOPIC = 'site';

/** The address stored at setup, for the doctor, which opens no part of the app. */
export const inspectStoredAddress = async (inspection: Inspection): Promise<string | undefined> => {
  const value = await inspection.value(`SELECT value FROM settings WHERE name = '${SETTING}'`);
  return typeof value === 'string' ? value : undefined;
};

export const storePublicAddress = async ({ topics }: Database, tx: Db, address: string, now: number): Promise<void> => {
  await topics.raise(tx, TOPIC);
  await storeValue(tx, SETTING, address, now);
};

export const createPublicAddress = (
  database: Database,
  publicUrl: string | undefined,
  port: () => number,
): PublicAddress => {
  const findStored = cachedByTopic(database, TOPIC, (db) => findValue(db, SETTING));
  return async () => publicUrl ?? (await findStored()) ?? `http://localhost:${port()}`;
};
