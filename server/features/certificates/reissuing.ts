import type { CertificateRow } from '#server/database/certificate-tables.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { findByCode, lockHolder, updateCertificate } from './certificates.queries.ts';
import { readCode } from './codes.ts';
import type { Issuing } from './issuing.ts';
import { CERTIFICATES_TOPIC } from './rules.ts';

/** Changes of certificates that were issued. Each throws `certificate_not_found`. */
export const createReissuing = ({ database, clock }: Platform, { store }: Issuing) => {
  /** With the holder's account locked, so that two changes at once come one after the other. */
  const changing = <T>(code: string, change: (tx: Tx, row: CertificateRow) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      const known = await findByCode(tx, readCode(code));
      if (!known) throw fail('certificate_not_found');
      await lockHolder(tx, known.user_id, database.supportsSkipLocked);
      const row = await findByCode(tx, known.code);
      if (!row) throw fail('certificate_not_found');
      await database.topics.raise(tx, CERTIFICATES_TOPIC);
      return change(tx, row);
    });

  /** A new code and signature; what was measured and when stays. */
  const replace = async (
    tx: Tx,
    { id: oldId, code: _code, jws: _jws, ...old }: CertificateRow,
    changed: Pick<CertificateRow, 'holder_name' | 'is_name_corrected'>,
  ): Promise<CertificateRow> => {
    const id = newId();
    await updateCertificate(tx, oldId, { superseded_by: id });
    const revocation = { revoked_at: null, revoked_by: null, revoked_reason: null };
    const row = await store(tx, { ...old, ...revocation, ...changed, id, issued_at: clock.now() });
    if (!row) throw fail('certificate_reissued');
    return row;
  };

  const assertOwn = (row: CertificateRow, userId: string): void => {
    if (row.user_id !== userId) throw fail('certificate_not_found');
  };

  const assertActive = (row: CertificateRow): void => {
    if (row.revoked_at !== null || row.superseded_by !== null) throw fail('certificate_not_active');
  };

  return {
    /** Throws `certificate_not_active`, and `certificate_name_corrected` the second time. */
    correctName: (userId: string, code: string, holderName: string): Promise<CertificateRow> =>
      changing(code, (tx, row) => {
        assertOwn(row, userId);
        assertActive(row);
        if (row.is_name_corrected === 1) throw fail('certificate_name_corrected');
        return replace(tx, row, { holder_name: holderName, is_name_corrected: 1 });
      }),

    list: (userId: string, code: string, isListed: boolean): Promise<CertificateRow> =>
      changing(code, async (tx, row) => {
        assertOwn(row, userId);
        const changed = { is_listed: isListed ? 1 : 0 };
        await updateCertificate(tx, row.id, changed);
        return { ...row, ...changed };
      }),

    /** Throws `certificate_not_active`. */
    revoke: (adminId: string, code: string, reason: string): Promise<CertificateRow> =>
      changing(code, async (tx, row) => {
        assertActive(row);
        const revocation = { revoked_at: clock.now(), revoked_by: adminId, revoked_reason: reason };
        await updateCertificate(tx, row.id, revocation);
        return { ...row, ...revocation };
      }),

    /** Throws `certificate_reissued`. */
    reissue: (code: string, holderName: string): Promise<CertificateRow> =>
      changing(code, (tx, row) => {
        if (row.superseded_by !== null) throw fail('certificate_reissued');
        return replace(tx, row, { holder_name: holderName, is_name_corrected: row.is_name_corrected });
      }),
  };
};
