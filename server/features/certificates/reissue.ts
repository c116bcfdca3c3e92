import { messages } from '#contract/messages.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { findByCode, listOfUser, updateCertificate } from './certificates.queries.ts';
import { readCode } from './codes.ts';
import { type Issuing, subjectOf } from './issue.ts';
import { CERTIFICATES_TOPIC } from './rules.ts';
import { snapshotOf } from './snapshot.ts';

/** Changes of certificates that were issued. Each throws `certificate_not_found`. */
export const createReissuing = (
  { database, clock }: Platform,
  { store, notices }: Issuing & { notices: Pick<NoticePort, 'notify' | 'withdraw'> },
) => {
  /** An admin changed it: what was said of it before is withdrawn. */
  const tell = async (tx: Tx, before: CertificateRow, { code, reason }: { code: string; reason?: string }) => {
    const { id, user_id: userId, course_id: courseId } = before;
    await notices.withdraw(tx, [subjectOf(id)]);
    const dedupeKey = `certificate_changed:${id}:${code}`;
    const change = { code, isRevoked: reason !== undefined, reason: reason ?? '' };
    const { courseTitle } = snapshotOf(before);
    await notices.notify(tx, [
      { userId, dedupeKey, content: { kind: 'certificate_changed', courseId, courseTitle, ...change } },
    ]);
  };

  /** With the holder's account locked, so that two changes at once come one after the other. */
  const changing = <T>(code: string, change: (tx: Tx, row: CertificateRow) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      const known = await findByCode(tx, readCode(code));
      if (!known) throw fail('certificate_not_found');
      await lockUser(tx, known.user_id);
      const row = await findByCode(tx, known.code);
      if (!row) throw fail('certificate_not_found');
      await database.topics.raise(tx, CERTIFICATES_TOPIC);
      return change(tx, row);
    });

  /** A new code and signature; what was measured and when stays. */
  const replace = async (
    tx: Tx,
    { id: oldId, code, jws: _jws, ...old }: CertificateRow,
    changed: Pick<CertificateRow, 'holder_name' | 'is_name_corrected'>,
  ): Promise<CertificateRow> => {
    const id = newId();
    recordChange({
      name: code,
      before: { holder_name: old.holder_name, isRevoked: old.revoked_at !== null },
      after: { holder_name: changed.holder_name, isRevoked: false },
    });
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
        recordChange({ name: row.code, before: { isRevoked: false }, after: { isRevoked: true, reason } });
        const revocation = { revoked_at: clock.now(), revoked_by: adminId, revoked_reason: reason };
        await updateCertificate(tx, row.id, revocation);
        await tell(tx, row, { code: row.code, reason });
        return { ...row, ...revocation };
      }),

    /**
     * Revokes every certificate of a holder who deletes the account and wants them to be forgotten: they keep their code and
     * their place in the status lists, and nothing about the person. A repeated call changes nothing.
     */
    withdrawAll: async (userId: string): Promise<void> => {
      for (const { code } of await listOfUser(database.db, userId))
        await changing(code, async (tx, row) => {
          const { subject, ...snapshot } = snapshotOf(row);
          const nobody = { uuid: subject.uuid, salt: '', emailDigest: '' };
          await updateCertificate(tx, row.id, {
            holder_name: messages.people.deletedAccount,
            jws: '',
            snapshot: JSON.stringify({ ...snapshot, subject: nobody }),
            is_listed: 0,
            revoked_at: row.revoked_at ?? clock.now(),
            revoked_by: row.revoked_by ?? userId,
            revoked_reason: row.revoked_reason ?? messages.certificates.withdrawn,
          });
        });
    },

    /** Throws `certificate_reissued`. */
    reissue: (code: string, holderName: string): Promise<CertificateRow> =>
      changing(code, async (tx, row) => {
        if (row.superseded_by !== null) throw fail('certificate_reissued');
        const changed = { holder_name: holderName, is_name_corrected: row.is_name_corrected };
        const issued = await replace(tx, row, changed);
        await tell(tx, row, { code: issued.code });
        return issued;
      }),
  };
};
