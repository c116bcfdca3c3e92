import { z } from 'zod';
import type { Extension, ExtensionBody } from '#contract/access/extensions.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { DAY_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-users.ts';
import type { AccessChangeRow, AccessExtensionRow } from '#server/database/tables/access.ts';
import { fail, invalidField } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { accessHistoriesOf, type AccessHistory } from '../entitlement/entitlement.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { clampEnd } from '../plans/plans.ts';
import { createRule } from './closing-batches.ts';
import type { Addition, Extended } from './extension-rule.ts';
import {
  type About,
  aboutOf,
  courseOfBatch,
  findExtension,
  findRepeated,
  type FoundExtension,
  hasChanges,
  insertChanges,
  insertExtension,
  listCandidates,
  listChanged,
  listExtensions,
  lockInForce,
  markUndone,
  nameOf,
  undoChanges,
  versionIdsOf,
} from './extensions.queries.ts';

/** So many people are changed while the request waits, and by one job. */
const BATCH = 100;
/** People whose access is computed together. */
const READ_TOGETHER = 500;

const runExtension = defineJob({
  name: 'access.extend',
  lane: 'upkeep',
  payload: z.object({ extensionId: z.string(), userIds: z.array(z.string()) }),
});
const runUndo = defineJob({
  name: 'access.undo-extension',
  lane: 'upkeep',
  payload: z.object({ extensionId: z.string(), adminId: z.string() }),
});

type Wanted = z.output<typeof ExtensionBody>;
type Target = Pick<Wanted, 'planId' | 'courseId' | 'batchId' | 'userId'>;
type Row = Pick<AccessExtensionRow, 'until_day' | 'days'> & About;

export type Extensions = ReturnType<typeof createExtensions>;

const present = (row: FoundExtension): Extension => ({
  _id: row.id,
  until: row.until_day,
  days: row.until_day === null ? row.days : null,
  reason: row.reason,
  people: row.people,
  comeBack: row.come_back,
  madeAt: toInstant(row.made_at),
  madeBy: row.made_by_name,
  undoneAt: toInstantOrNull(row.undone_at),
});

/** Longer access for the people of a plan or a course, or for one person: it can be taken back, and nobody gets less. */
export const createExtensions = (platform: BillingPlatform, ledger: Ledger) => {
  const { database, clock, settings, jobs, notices } = platform;
  const { db } = database;

  /** Throws `plan_not_found`, `course_not_found`, `batch_not_found` and `person_not_found`. */
  const assertExists = async (on: Db, about: About): Promise<string> => {
    const name = await nameOf(on, about);
    if (name !== undefined) return name;
    if (about.plan_id !== null) throw fail('plan_not_found');
    if (about.batch_id !== null) throw fail('batch_not_found');
    throw fail(about.course_id === null ? 'person_not_found' : 'course_not_found');
  };

  const extendedOf = async (
    on: Db,
    { plan_id: planId, course_id: courseId, batch_id: batchId }: About,
  ): Promise<Extended> => {
    if (planId !== null) return { versionIds: await versionIdsOf(on, planId) };
    if (batchId !== null) return { courseId: await courseOfBatch(on, batchId) };
    return courseId === null ? 'all' : { courseId };
  };

  /** Computes what an extension gives the person of a history, and until when they are told that they have it. */
  const ruleFor = async (on: Db, row: Row) => {
    const [calendar, extended] = [await settings.calendar(on), await extendedOf(on, row)];
    const { until_day: day, days } = row;
    const target = (end: number): number =>
      clampEnd(day === null ? calendar.add(end, days, 'day') : calendar.endOf(day));
    const extensionFor = createRule(on, row.batch_id, calendar);
    return (userId: string, history: AccessHistory) =>
      extensionFor({ userId, history }, extended, { now: clock.now(), target });
  };

  /** Who gets longer access now. Whose access ended before `endedSince` does not come back. */
  const choose = async (row: Row, endedSince: number): Promise<{ userIds: string[]; comeBack: number }> => {
    const [mode, additionsTo] = [await settings.purchaseMode(), await ruleFor(db, row)];
    const userIds: string[] = [];
    let comeBack = 0;
    for (let afterId = ''; ;) {
      const ids = await listCandidates(db, row, { mode, afterId, limit: READ_TOGETHER });
      if (ids.length === 0) return { userIds, comeBack };
      const historyOf = await accessHistoriesOf(db, ids, mode);
      for (const id of ids) {
        const { additions, comesBack } = await additionsTo(id, historyOf(id));
        if (comesBack ? additions.every(({ from }) => from < endedSince) : additions.length === 0) continue;
        userIds.push(id);
        if (comesBack) comeBack += 1;
      }
      afterId = ids.at(-1) ?? '';
    }
  };

  const changeOf = (
    { id, days, until_day: day, made_by: changedBy, reason }: AccessExtensionRow,
    { kind, scope, paymentId, from, until }: Addition,
    { userId, at }: { userId: string; at: number },
  ): AccessChangeRow => ({
    id: newId(),
    user_id: userId,
    kind,
    at,
    until,
    scope,
    source: 'admin',
    payment_id: paymentId,
    days: day === null ? days : 0,
    added_ms: kind === 'extend' && day === null ? until - from : 0,
    changed_by: changedBy,
    reason,
    extension_id: id,
    undone_at: null,
  });

  /** A person is changed once, and not after the extension was taken back. */
  const applyTo = (extensionId: string, userId: string): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await lockUser(tx, userId))) return;
      const row = await lockInForce(tx, extensionId);
      if (!row || (await hasChanges(tx, { extensionId, userId }))) return;
      const [now, mode] = [clock.now(), await settings.purchaseMode(tx)];
      const history = (await accessHistoriesOf(tx, [userId], mode))(userId);
      const { additions, until } = await (await ruleFor(tx, row))(userId, history);
      if (additions.length === 0) return;
      // Changes count in their order.
      const at = Math.max(now, ...history.changes.map((one) => one.at + 1));
      const changes = additions.map((one) => changeOf(row, one, { userId, at }));
      await insertChanges(tx, changes);
      const source = { kind: 'admin', id: row.made_by } as const;
      await ledger.accessChanged(tx, userId, source);
      for (const { days, payment_id: paymentId, until: newEnd } of changes) {
        const detail = { reason: row.reason, until: newEnd, days };
        await recordAudit(tx, { at: now, source, userId, paymentId, kind: 'access_extended', detail });
      }
      if (row.sends_notice === 1) await tell(tx, row, { userId, until });
    });

  const subjectOf = (extensionId: string): string => `extension:${extensionId}`;

  const tell = async (tx: Tx, row: AccessExtensionRow, { userId, until }: { userId: string; until: number }) =>
    notices.notify(tx, [
      {
        userId,
        dedupeKey: `${subjectOf(row.id)}:${userId}`,
        subject: subjectOf(row.id),
        content: { kind: 'access_extended', what: (await nameOf(tx, row)) ?? '', endsAt: toInstant(until) },
      },
    ]);

  const undoFor = ({ id: extensionId, reason }: FoundExtension, userId: string, adminId: string): Promise<void> =>
    database.transaction(async (tx) => {
      await lockUser(tx, userId);
      const [now, source] = [clock.now(), { kind: 'admin', id: adminId } as const];
      if (!(await undoChanges(tx, { extensionId, userId }, now))) return;
      await ledger.accessChanged(tx, userId, source);
      await recordAudit(tx, { at: now, source, userId, kind: 'extension_undone', detail: { extensionId, reason } });
    });

  const inTurn = async (
    userIds: readonly string[],
    change: (userId: string) => Promise<void>,
    signal?: AbortSignal,
  ) => {
    for (const userId of userIds) {
      signal?.throwIfAborted();
      await change(userId);
    }
  };

  jobs.handle(runExtension, ({ extensionId, userIds }, { signal }) =>
    inTurn(userIds, (userId) => applyTo(extensionId, userId), signal),
  );
  jobs.handle(runUndo, async ({ extensionId, adminId }, { signal }) => {
    const row = await findExtension(db, extensionId);
    if (!row) return;
    for (;;) {
      const ids = await listChanged(db, extensionId, BATCH);
      if (ids.length === 0) return;
      await inTurn(ids, (userId) => undoFor(row, userId, adminId), signal);
    }
  });

  const detailOf = async (tx: Tx, row: AccessExtensionRow) => {
    const name = (await nameOf(tx, row)) ?? '';
    return { extensionId: row.id, ...(name !== '' && { name }), reason: row.reason };
  };

  const find = async (id: string): Promise<FoundExtension> => {
    const row = await findExtension(db, id);
    if (!row) throw fail('extension_not_found');
    return row;
  };

  const resultOf = ({ people, come_back: comeBack, id }: Pick<AccessExtensionRow, 'people' | 'come_back' | 'id'>) => ({
    people,
    comeBack,
    isQueued: people > BATCH,
    extensionId: id,
  });

  /** The people are those of this moment. Jobs finish what a process leaves. */
  const make = async (wanted: Wanted, chosen: Awaited<ReturnType<typeof choose>>, adminId: string) => {
    const { userIds, comeBack } = chosen;
    const { reason, until, days = 0, sendsNotice, idempotencyKey } = wanted;
    const row: AccessExtensionRow = {
      ...aboutOf(wanted),
      id: idempotencyKey ?? newId(),
      until_day: until ?? null,
      days,
      reason,
      sends_notice: sendsNotice ? 1 : 0,
      people: userIds.length,
      come_back: comeBack,
      made_at: clock.now(),
      made_by: adminId,
      undone_at: null,
    };
    const batches = Array.from({ length: Math.ceil(userIds.length / BATCH) }, (_, index) => ({
      payload: { extensionId: row.id, userIds: userIds.slice(index * BATCH, (index + 1) * BATCH) },
    }));
    await database.transaction(async (tx) => {
      await insertExtension(tx, row);
      const detail = { ...(await detailOf(tx, row)), people: userIds.length, comeBack };
      const source = { kind: 'admin', id: adminId } as const;
      await recordAudit(tx, { at: row.made_at, source, userId: row.user_id, kind: 'extension_made', detail });
      await jobs.enqueueAll(tx, runExtension, batches);
    });
    if (userIds.length <= BATCH) await inTurn(userIds, (userId) => applyTo(row.id, userId));
    return resultOf(row);
  };

  return {
    /** Throws as `assertExists`, `extension_key_reused`, and `validation_failed` for a day that is over, or more than ten years away. */
    extend: async (wanted: Wanted, adminId: string) => {
      const about = aboutOf(wanted);
      await assertExists(db, about);
      const [now, calendar] = [clock.now(), await settings.calendar()];
      const { until, days = 0, endedWithinDays } = wanted;
      if (until !== undefined && until < calendar.dayOf(now)) throw invalidField('until', messages.admin.dayPast);
      const known = await findRepeated(db, wanted);
      if (known) return resultOf(known);
      const endedSince = about.user_id === null ? now - endedWithinDays * DAY_MS : 0;
      const chosen = await choose({ ...about, until_day: until ?? null, days }, endedSince);
      const people = chosen.userIds.length;
      if (wanted.isDryRun || people === 0)
        return { people, comeBack: chosen.comeBack, isQueued: false, extensionId: null };
      return make(wanted, chosen, adminId);
    },

    list: async (wanted: Target): Promise<Extension[]> => (await listExtensions(db, aboutOf(wanted))).map(present),

    /** Takes back exactly this extension: what was bought or changed since stays. Throws `extension_not_found`. */
    undo: async (id: string, adminId: string): Promise<Extension> => {
      const row = await find(id);
      await database.transaction(async (tx) => {
        const now = clock.now();
        if (!(await markUndone(tx, id, now))) return;
        await notices.withdraw(tx, [subjectOf(id)]);
        await jobs.enqueue(tx, runUndo, { extensionId: id, adminId });
        const [source, detail] = [{ kind: 'admin', id: adminId } as const, await detailOf(tx, row)];
        await recordAudit(tx, { at: now, source, kind: 'extension_undone', detail });
      });
      if (row.people <= BATCH)
        await inTurn(await listChanged(db, id, BATCH), (userId) => undoFor(row, userId, adminId));
      return present(await find(id));
    },
  };
};
