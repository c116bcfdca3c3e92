import type { Tx } from '#server/database/database.ts';
import { type AuditChange, recordAudit } from '../audit/audit.ts';
import type { BillingParts } from '../parts.ts';

type AccountChange = Extract<
  AuditChange,
  {
    kind:
      | 'account_blocked'
      | 'account_unblocked'
      | 'role_changed'
      | 'logged_out_everywhere'
      | 'reset_link_requested'
      | 'account_added'
      | 'note_changed'
      | 'account_imported';
  }
>;

/** The audit entries of what admins do with people. */
export const createPeopleRecords = ({ database, clock }: BillingParts) => ({
  recordAccountChange: (
    tx: Tx,
    { adminId, userId }: { adminId: string; userId: string },
    change: AccountChange,
  ): Promise<void> => recordAudit(tx, { ...change, at: clock.now(), source: { kind: 'admin', id: adminId }, userId }),

  recordEmails: ({ adminId, ...detail }: { adminId: string; subject: string; count: number }): Promise<void> =>
    recordAudit(database.db, {
      at: clock.now(),
      source: { kind: 'admin', id: adminId },
      kind: 'people_emailed',
      detail,
    }),
});
