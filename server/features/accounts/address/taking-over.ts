import type { Tx } from '#server/database/database.ts';
import type { Clock } from '#server/clock.ts';
import { endAddresses } from '../accounts.queries.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import { deleteAddedSince } from '../providers/identities.queries.ts';
import { deleteResetsOf } from '../resets.queries.ts';
import type { Sessions } from '../sessions.ts';

/**
 * Ends every way in but the password. Another person may have registered the address of the owner, and set them up. A second
 * step, which its user asked for against others in the mailbox, may stay.
 */
export type EndWaysIn = (tx: Tx, userId: string, options?: { keepsSecondStep: boolean }) => Promise<void>;

export const createEndWaysIn =
  ({ clock }: { clock: Clock }, { sessions, steps }: { sessions: Sessions; steps: LoginSteps }): EndWaysIn =>
  async (tx, userId, options) => {
    await sessions.endAll(tx, userId);
    await endAddresses(tx, userId, clock.now());
    await deleteResetsOf(tx, userId);
    await steps.endAll(tx, userId);
    await deleteAddedSince(tx, userId, { sinceMs: 0, now: clock.now(), ...options });
  };
