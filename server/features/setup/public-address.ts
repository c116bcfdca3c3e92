import type { Database } from '#server/database/database.ts';
import { findPublicAddress, SITE_TOPIC } from './setup.queries.ts';

/** Where this site is, for links in mails: PUBLIC_URL, or what was said at setup, or this machine. */
export type PublicAddress = () => Promise<string>;

/** What was said at setup is kept in memory until any process writes it. */
export const createPublicAddress = (
  { db, topics }: Database,
  publicUrl: string | undefined,
  port: () => number,
): PublicAddress => {
  let known: { version: string; stored: string | undefined } | undefined;

  const stored = async (): Promise<string | undefined> => {
    const version = topics.version(SITE_TOPIC);
    if (known && known.version === version) return known.stored;
    const address = await findPublicAddress(db);
    known = version === undefined ? undefined : { version, stored: address };
    return address;
  };

  return async () => publicUrl ?? (await stored()) ?? `http://localhost:${port()}`;
};
