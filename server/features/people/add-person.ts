import type { z } from 'zod';
import type { NewPerson } from '#contract/people/person-changes.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import type { ImportNeeds } from './import/import.ts';

export interface AddPersonNeeds extends Pick<ImportNeeds, 'invite' | 'access'> {
  recordAccountChange(
    tx: Tx,
    origin: { adminId: string; userId: string },
    change: { kind: 'account_added'; detail: Record<string, never> },
  ): Promise<void>;
}

/** Creates an account, invites its person, and returns its id. Throws `email_taken`, and `validation_failed` for a past day. */
export type AddPerson = (adminId: string, person: z.output<typeof NewPerson>) => Promise<string>;

export const createAddPerson =
  ({ database }: Platform, { invite, access, recordAccountChange }: AddPersonNeeds): AddPerson =>
  async (adminId, { untilDay, ...person }) => {
    if (untilDay !== null) await access.checkDay(untilDay);
    return database.transaction(async (tx) => {
      const userId = await invite(tx, person);
      if (userId === undefined) throw fail('email_taken');
      const origin = { adminId, userId };
      await recordAccountChange(tx, origin, { kind: 'account_added', detail: {} });
      if (untilDay !== null)
        await access.grantIfShorter(tx, { ...origin, reason: peopleMessages.invitedReason }, untilDay);
      return userId;
    });
  };
