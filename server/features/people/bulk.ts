import { z } from 'zod';
import { BulkAction } from '#contract/people/people.ts';
import { Failure } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { WaitingRights } from '#server/database/waiting-rights.ts';
import type { Email } from '#server/email/mailer.ts';
import type { Platform } from '#server/platform.ts';
import type { PeopleList } from './people-list.ts';
import type { PeopleFilter } from './people-list.queries.ts';

/** So many people are changed while the request waits, and by one job. */
const BATCH = 100;
/** Jobs that are stored with one statement. */
const STORED_TOGETHER = 200;

const runBulk = defineJob({
  name: 'people.bulk',
  lane: 'upkeep',
  payload: z.object({ adminId: z.string(), userIds: z.array(z.string()), action: BulkAction }),
});

interface Change {
  /** A change with an id is made once. */
  id: string;
  adminId: string;
  userId: string;
  reason: string;
}

export interface BulkNeeds {
  list: Pick<PeopleList, 'idsOf'>;
  access: {
    grant(change: Change, untilDay: string): Promise<number>;
    extend(change: Change, days: number): Promise<number>;
    checkDay(untilDay: string): Promise<void>;
  };
  /** Returns how many renewals ended with it, as the others do. */
  block(origin: { adminId: string; userId: string }, reason: string): Promise<number>;
  /** How many renewals go on for these users. */
  countRenewals(userIds: readonly string[]): Promise<number>;
  waiting: Pick<WaitingRights, 'waitingAmong'>;
  emailOf(userId: string): Promise<string | undefined>;
  /** Records that an admin emailed people. */
  recordEmails(emailed: { adminId: string; subject: string; count: number }): Promise<void>;
}

interface BulkDone {
  count: number;
  isQueued: boolean;
  /** Those that a job will end are counted before it runs. */
  endedRenewals: number;
  /** Who was given access without having confirmed their address. */
  unconfirmed: number;
}

/** One action for many people. */
export type Bulk = ReturnType<typeof createBulk>;

type Chosen = { userIds: readonly string[] } | { filter: PeopleFilter };

const emailBy = ({ subject, text }: { subject: string; text: string }, address: string): Email => ({
  to: [address],
  subject,
  heading: subject,
  parts: text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text', text: paragraph, mayLink: true })),
});

export const createBulk = ({ database, jobs, mailer }: Platform, needs: BulkNeeds) => {
  const { list, access, block, countRenewals, waiting, emailOf, recordEmails } = needs;

  const act = async (origin: Omit<Change, 'reason'>, action: BulkAction): Promise<number> => {
    if (action.kind === 'grant') return access.grant({ ...origin, reason: action.reason }, action.untilDay);
    if (action.kind === 'extend') return access.extend({ ...origin, reason: action.reason }, action.days);
    if (action.kind === 'block') return block(origin, action.reason);
    const { id, userId } = origin;
    const address = await emailOf(userId);
    if (address !== undefined) await mailer.enqueueOnce(database.db, id, emailBy(action, address));
    return 0;
  };

  /** `id` is the same when the batch is repeated, so that nothing is done twice. */
  const runBatch = async (
    id: string,
    { adminId, userIds, action }: z.output<typeof runBulk.payload>,
    signal?: AbortSignal,
  ): Promise<number> => {
    let endedRenewals = 0;
    for (const userId of userIds) {
      signal?.throwIfAborted();
      endedRenewals += await act({ id: `${id}-${userId}`, adminId, userId }, action).catch((error: unknown) => {
        // The account is gone, the last admin, or the caller's own: the others are not kept waiting for it.
        if (!(error instanceof Failure) || error.status >= 500) throw error;
        return 0;
      });
    }
    return endedRenewals;
  };
  jobs.handle(runBulk, async (payload, { id, signal }) => {
    await runBatch(id, payload, signal);
  });

  const idsOf = async (chosen: Chosen): Promise<string[]> => {
    if ('userIds' in chosen) return [...new Set(chosen.userIds)];
    const ids: string[] = [];
    for await (const batch of list.idsOf(chosen.filter)) ids.push(...batch);
    return ids;
  };

  /** Adds up what is counted for a hundred people at a time. */
  const sumOver = async (ids: readonly string[], count: (batch: readonly string[]) => Promise<number>) => {
    let sum = 0;
    for (let from = 0; from < ids.length; from += BATCH) sum += await count(ids.slice(from, from + BATCH));
    return sum;
  };
  const countUnconfirmed = (ids: readonly string[]): Promise<number> =>
    sumOver(ids, async (batch) => (await waiting.waitingAmong(batch)).size);

  return {
    /** How many of them have not confirmed their address. */
    countUnconfirmed: async (chosen: Chosen): Promise<number> => countUnconfirmed(await idsOf(chosen)),

    /** Up to 100 people at once, more by jobs. People to whom it does not apply, such as the admin's own account, are skipped. */
    run: async (adminId: string, chosen: Chosen, action: BulkAction): Promise<BulkDone> => {
      if (action.kind === 'grant') await access.checkDay(action.untilDay);
      const ids = await idsOf(chosen);
      if (action.kind === 'email') await recordEmails({ adminId, subject: action.subject, count: ids.length });
      const count = ids.length;
      const unconfirmed = action.kind === 'grant' || action.kind === 'extend' ? await countUnconfirmed(ids) : 0;
      if (count <= BATCH) {
        const endedRenewals = await runBatch(newId(), { adminId, userIds: ids, action });
        return { count, isQueued: false, endedRenewals, unconfirmed };
      }
      const others = ids.filter((id) => id !== adminId);
      const endedRenewals = action.kind === 'block' ? await sumOver(others, countRenewals) : 0;
      const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => ({
        payload: { adminId, userIds: ids.slice(index * BATCH, (index + 1) * BATCH), action },
      }));
      await database.transaction(async (tx) => {
        for (let from = 0; from < batches.length; from += STORED_TOGETHER)
          await jobs.enqueueAll(tx, runBulk, batches.slice(from, from + STORED_TOGETHER));
      });
      return { count, isQueued: true, endedRenewals, unconfirmed };
    },
  };
};
