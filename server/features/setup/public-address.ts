import type { Db } from '#server/database/database.ts';
import { findPublicAddress } from './setup.queries.ts';

/** Where this site is, for links in mails: PUBLIC_URL, or what was said at setup, or this machine. */
export type PublicAddress = () => Promise<string>;

export const createPublicAddress =
  (db: Db, publicUrl: string | undefined, port: () => number): PublicAddress =>
  async () =>
    publicUrl ?? (await findPublicAddress(db)) ?? `http://localhost:${port()}`;
