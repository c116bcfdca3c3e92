import type { Db, Tx } from '#server/database/database.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type AuditChange, recordAudit } from '#server/audit/audit.ts';

/** Audit entries of admins in other features. */
export const createAdminRecords = ({ database, clock }: BillingPlatform) => {
  const record = (on: Db, adminId: string, entry: AuditChange & { userId?: string }): Promise<void> =>
    recordAudit(on, { ...entry, at: clock.now(), source: { kind: 'admin', id: adminId } });

  return {
    recordAccountChange: (
      tx: Tx,
      { adminId, userId }: { adminId: string; userId: string },
      change: AuditChange,
    ): Promise<void> => record(tx, adminId, { ...change, userId }),
    recordEmails: ({ adminId, ...detail }: { adminId: string; subject: string; count: number }): Promise<void> =>
      record(database.db, adminId, { kind: 'people_emailed', detail }),
    recordSettings: (tx: Tx, { adminId, ...detail }: { adminId: string; section: string; fields: string[] }) =>
      record(tx, adminId, { kind: 'settings_changed', detail }),
    /** Records that an admin saw the private link in an email to this user. */
    recordLinkShown: ({ adminId, userId, emailId }: { adminId: string; userId: string; emailId: string }) =>
      record(database.db, adminId, { userId, kind: 'private_link_shown', detail: { mailId: emailId } }),
  };
};
