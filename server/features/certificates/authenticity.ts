import type { CertificateRow } from '#server/database/tables/certificates.ts';
import type { Db } from '#server/database/database.ts';
import { certificatesInBatches } from './certificates.queries.ts';
import { isAuthentic } from './credential.ts';
import { listPublicKeys } from './school-keys.ts';

/** Of a deleted account, which took its name and signature along: its page says that it was revoked. */
const isWithdrawn = ({ jws, revoked_at: revokedAt }: CertificateRow): boolean => jws === '' && revokedAt !== null;

/** The codes of certificates that say something else than what was signed. */
export const listAltered = async (db: Db): Promise<string[]> => {
  const keys = await listPublicKeys(db);
  const altered: string[] = [];
  for await (const rows of certificatesInBatches(db))
    altered.push(
      ...rows.filter((row) => !isWithdrawn(row) && !isAuthentic(row, keys.get(row.key_id))).map(({ code }) => code),
    );
  return altered;
};
