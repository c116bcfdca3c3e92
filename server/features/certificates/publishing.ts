import type { CertificateRow } from '#server/database/certificate-tables.ts';
import type { Platform } from '#server/platform.ts';
import { signToken } from './credential.ts';
import { keyPath, presentKey, type PublicKey, type SchoolKeys } from './school-keys.ts';
import { countLists, listEnded, statusListPayload } from './status-list.ts';

/** What others verify certificates with: public keys, status lists, and the signed credentials. */
export const createPublishing = (
  { database, clock, publicAddress }: Platform,
  { keys, find }: { keys: SchoolKeys; find: (code: string) => Promise<CertificateRow> },
) => {
  const { db } = database;

  const listKeys = async (): Promise<PublicKey[]> => {
    const site = await publicAddress();
    return [...(await keys.publicKeys())].map(([id, jwk]) => presentKey(id, jwk, site));
  };

  return {
    listKeys,

    key: async (id: string): Promise<PublicKey | undefined> => {
      const jwk = (await keys.publicKeys()).get(id);
      return jwk && presentKey(id, jwk, await publicAddress());
    },

    /** A signed list; undefined for one that does not exist yet. */
    statusList: async (list: number): Promise<string | undefined> => {
      if (list >= (await countLists(db))) return undefined;
      await keys.prepare();
      const key = await keys.current(db);
      if (!key) return undefined;
      const site = await publicAddress();
      const payload = statusListPayload({ list, ended: await listEnded(db, list) }, { site, now: clock.now() });
      return signToken(payload, { kid: `${site}${keyPath(key.id)}`, privateKey: key.privateKey });
    },

    /** The signed credential. Throws `certificate_not_found`. */
    badge: async (code: string): Promise<string> => (await find(code)).jws,
  };
};
