import { say } from '#contract/languages/say.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import type { Tx } from '#server/database/database.ts';
import type { PeopleImportRow } from '#server/database/tables/people.ts';
import type { WaitingRights } from '#server/database/waiting-rights.ts';
import type { Grant } from './given-access.ts';

const { imports: messages } = peopleMessages;

export interface GiveAccessNeeds {
  waiting: Pick<WaitingRights, 'put' | 'ask'>;
  access: {
    grantIfShorter(
      tx: Tx,
      change: { adminId: string; userId: string; reason: string; source?: 'import'; courseId?: string | undefined },
      untilDay: string,
    ): Promise<unknown>;
  };
}

/** Gives what a line has, or else everything until the day of the import; to an address that is not confirmed, once it is. */
export const createGiveAccess =
  ({ waiting, access }: GiveAccessNeeds) =>
  async (
    tx: Tx,
    { id, created_by: adminId, until_day: day }: PeopleImportRow,
    { userId, given }: { userId: string; given: Grant | undefined },
  ): Promise<void> => {
    const untilDay = given?.untilDay ?? day;
    if (untilDay === null) return;
    const about = { reason: messages.accessReason, source: 'import' } as const;
    let waits = false;
    for (const courseId of given?.courseIds ?? [undefined]) {
      const right = { kind: 'access', untilDay, ...about, ...(courseId !== undefined && { courseId }) } as const;
      waits = await waiting.put(tx, { userId, givenBy: adminId }, right);
      if (!waits) await access.grantIfShorter(tx, { adminId, userId, courseId, ...about }, untilDay);
    }
    if (waits)
      await waiting.ask(tx, userId, {
        reason: say('The school gives you access to courses.'),
        id: `confirm-${id}-${userId}`,
      });
  };
