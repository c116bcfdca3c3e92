import type { CertificateRow } from '#server/database/tables/certificates.ts';
import type { Platform } from '#server/platform.ts';
import { badgeImage } from './badge-image.ts';
import { signToken } from './credential.ts';
import { addressOf } from './presentation.ts';
import { qrRows } from '#server/images/qr-code.ts';
import { keyPath, presentKey, type PublicKey, type SchoolKeys } from './school-keys.ts';
import { snapshotOf } from './snapshot.ts';
import { countLists, listEnded, statusListPayload } from './status-list.ts';

export type Publishing = ReturnType<typeof createPublishing>;

/** What others verify certificates with: public keys, status lists, and the signed credentials. */
export const createPublishing = (
  { database, clock, publicAddress }: Platform,
  { keys, find }: { keys: SchoolKeys; find: (code: string) => Promise<CertificateRow> },
) => {
  const { db } = database;

  const keysById = async (): Promise<Map<string, PublicKey>> => {
    const site = await publicAddress();
    return new Map([...(await keys.publicKeys())].map(([id, jwk]) => [id, presentKey(id, jwk, site)]));
  };

  /** A picture that carries the signed credential. */
  const imageOf = async (row: CertificateRow): Promise<Buffer> => {
    const rows = await qrRows(addressOf(row, await publicAddress()));
    return badgeImage(row.jws, { rows, accent: snapshotOf(row).accent });
  };

  return {
    keysById,
    listKeys: async (): Promise<PublicKey[]> => [...(await keysById()).values()],
    imageOf,

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

    /** The picture of one. Throws `certificate_not_found`. */
    badgeImage: async (code: string): Promise<Buffer> => imageOf(await find(code)),
  };
};
