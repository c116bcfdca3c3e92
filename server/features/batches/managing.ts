import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { BatchBody, BatchCode, CodeBody, ManagedBatch } from '#contract/batches/batch-fields.ts';
import { messages } from '#contract/messages.ts';
import { lockBatches, takenPlaces } from '#server/database/batch-places.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail, invalidField } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Notify } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import {
  classFacts,
  countByCode,
  countWaiters,
  findCourseTitle,
  hasPlan,
  insertBatch,
  listBatches,
  updateBatch,
} from './batches.queries.ts';
import type { Place } from './joining.ts';
import { presentCode, presentManaged } from './presenting.ts';
import { type ChangeBatch, createScheduling } from './scheduling.ts';

type Managed = z.input<typeof ManagedBatch>;

const columnsOf = (body: BatchBody) => ({
  name: body.name,
  starts_on: body.startsOn,
  ends_on: body.endsOn,
  join_until: body.joinUntil ?? body.startsOn,
  places: body.places,
  plan_id: body.planId,
  after_end: body.afterEnd,
  shows_places: body.showsPlaces ? 1 : 0,
});

export interface ManagingNeeds {
  /** The access of the members of a batch ends later. */
  endMoved: (tx: Tx, batchId: string) => Promise<void>;
  notify: Notify;
}

/** The batches of a course as its teachers have them. Each throws `course_not_found`, or `batch_not_found`. */
export const createManaging = (
  platform: Pick<Platform, 'database' | 'clock' | 'settings' | 'publicAddress'>,
  { endMoved, notify }: ManagingNeeds,
) => {
  const { database, clock, settings, publicAddress } = platform;
  const { db } = database;
  const todayOf = async (on: Db): Promise<string> => (await settings.calendar(on)).dayOf(clock.now());

  const present = async (rows: readonly BatchRow[], seesCodes: boolean): Promise<Managed[]> => {
    const ids = rows.map(({ id }) => id);
    const at = { mode: await settings.purchaseMode(db), now: clock.now() };
    const [takenIn, waitingIn, usedOf] = [
      await takenPlaces(db, ids, at),
      await countWaiters(db, ids),
      await countByCode(db, ids),
    ];
    const [factsOf, today, site] = [await classFacts(db, ids, at.now), await todayOf(db), await publicAddress()];
    return rows.map((row) =>
      presentManaged(row, {
        today,
        taken: takenIn(row.id),
        waiting: waitingIn(row.id),
        nextAt: factsOf(row.id).nextAt,
        code: seesCodes ? presentCode(row, { used: usedOf(row.id), site }) : null,
      }),
    );
  };

  const one = async (row: BatchRow): Promise<Managed> => {
    const [item] = await present([row], true);
    if (!item) throw fail('batch_not_found');
    return item;
  };

  const assertCourse = async (on: Db, courseId: string): Promise<void> => {
    if ((await findCourseTitle(on, courseId)) === undefined) throw fail('course_not_found');
  };

  const assertPlan = async (on: Db, planId: string | null): Promise<void> => {
    if (planId !== null && !(await hasPlan(on, planId))) throw fail('plan_not_found');
  };

  /** The lock of a batch of this course. */
  const locked = async (tx: Tx, { courseId, batchId }: Place): Promise<BatchRow> => {
    const row = (await lockBatches(tx, [batchId], clock.now())).get(batchId);
    if (row?.course_id !== courseId) throw fail('batch_not_found');
    return row;
  };

  const takenIn = async (tx: Tx, { id }: BatchRow) =>
    (await takenPlaces(tx, [id], { mode: await settings.purchaseMode(tx), now: clock.now() }))(id);

  /** Changes a batch under its lock, after which everything that depends on its days is read again. */
  const change: ChangeBatch = (place, work) =>
    database.transaction(async (tx) => {
      const result = await work(tx, await locked(tx, place));
      await database.topics.raise(tx, CATALOG_TOPIC);
      return result;
    });

  return {
    list: async (courseId: string, { seesCodes }: { seesCodes: boolean }): Promise<Managed[]> =>
      present(await listBatches(db, courseId), seesCodes),

    create: async (courseId: string, body: BatchBody): Promise<Managed> => {
      await assertPlan(db, body.planId);
      const created = await database.transaction(async (tx) => {
        await assertCourse(tx, courseId);
        const now = clock.now();
        const row: BatchRow = {
          id: newId(),
          course_id: courseId,
          ...columnsOf(body),
          promised_on: body.endsOn,
          timetable: null,
          code: null,
          code_limit: null,
          code_ends_on: null,
          code_opens_until: null,
          code_set_by: null,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        };
        await insertBatch(tx, row);
        await database.topics.raise(tx, CATALOG_TOPIC);
        return row;
      });
      return one(created);
    },

    /** Fewer places than are taken are refused; nobody's access gets shorter. */
    change: async (place: Place, body: BatchBody): Promise<Managed> => {
      await assertPlan(db, body.planId);
      const changed = await change(place, async (tx, row) => {
        const { members, held } = await takenIn(tx, row);
        if (body.places !== null && body.places < members + held && body.places !== row.places)
          throw invalidField('places', messages.batches.placesTaken(members + held));
        if (body.afterEnd === 'closed' && row.after_end === 'open' && members + held > 0)
          throw invalidField('afterEnd', messages.batches.keepsOpen);
        const isPromised = members + held > 0 && row.promised_on > body.endsOn;
        const promisedOn = isPromised ? row.promised_on : body.endsOn;
        const after = await updateBatch(tx, row.id, { ...columnsOf(body), promised_on: promisedOn });
        if (promisedOn > row.promised_on) await endMoved(tx, row.id);
        return after;
      });
      return one(changed);
    },

    remove: (place: Place): Promise<void> =>
      change(place, async (tx, row) => {
        const { members, held } = await takenIn(tx, row);
        if (members + held > 0) throw fail('batch_has_members');
        await updateBatch(tx, row.id, { deleted_at: clock.now(), code: null });
      }),

    setCode: async (place: Place, body: z.output<typeof CodeBody>, setBy: string): Promise<BatchCode | null> => {
      const changed = await change(place, (tx, row) => {
        const code = row.code === null || body.isNew ? randomBytes(12).toString('base64url') : row.code;
        return updateBatch(tx, row.id, {
          code: body.isOn ? code : null,
          code_limit: body.limit,
          code_ends_on: body.endsOn,
          code_opens_until: body.opensUntil,
          code_set_by: setBy,
        });
      });
      const used = (await countByCode(db, [changed.id]))(changed.id);
      return presentCode(changed, { used, site: await publicAddress() });
    },

    ...createScheduling(platform, { notify, change }),
  };
};

export type Managing = ReturnType<typeof createManaging>;
