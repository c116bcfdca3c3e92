import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type {
  BatchBody,
  BatchClass,
  BatchCode,
  CodeBody,
  ManagedBatch,
  Timetable,
} from '#contract/batches/batch-fields.ts';
import { messages } from '#contract/messages.ts';
import { MINUTE_MS, toInstantOrNull } from '#server/clock.ts';
import { findBatch, lockBatches, takenPlaces } from '#server/database/batch-places.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail, invalidField } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import {
  classFacts,
  countByCode,
  countWaiters,
  findCourseTitle,
  hasPlan,
  insertBatch,
  listBatches,
  listClasses,
  putClass,
  removeClass,
  timetableOf,
  updateBatch,
} from './batches.queries.ts';
import { presentCode, presentManaged } from './presenting.ts';
import { type DatedClass, daysOf, shift, spread } from './timetable.ts';

type Place = { courseId: string; batchId: string };
type Managed = z.input<typeof ManagedBatch>;
type Classes = { classes: z.input<typeof BatchClass>[]; withoutDay: number; daysLeft: number };
type Listed = Awaited<ReturnType<typeof listClasses>>;

const USUAL_MINUTES = 60;

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

const datedOf = (rows: Listed): DatedClass[] =>
  rows.map(({ id, starts_at: startsAt, minutes, is_moved: isMoved, duration_ms: durationMs }) => ({
    lectureId: id,
    startsAt,
    minutes: minutes ?? Math.round((durationMs ?? USUAL_MINUTES * MINUTE_MS) / MINUTE_MS),
    isMoved: isMoved === 1,
  }));

const presentClasses = (rows: Listed, classes: readonly DatedClass[]): z.input<typeof BatchClass>[] =>
  classes.map(({ lectureId, startsAt, minutes, isMoved }) => ({
    lectureId,
    title: rows.find(({ id }) => id === lectureId)?.title ?? '',
    startsAt: toInstantOrNull(startsAt),
    durationMinutes: minutes,
    isMoved,
  }));

export interface ManagingNeeds {
  /** The access of the members of a batch ends later. */
  endMoved: (tx: Tx, batchId: string) => Promise<void>;
}

/** The batches of a course as its teachers have them. Each throws `course_not_found`, or `batch_not_found`. */
export const createManaging = (
  { database, clock, settings, publicAddress }: Pick<Platform, 'database' | 'clock' | 'settings' | 'publicAddress'>,
  { endMoved }: ManagingNeeds,
) => {
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
  const change = <T>(place: Place, work: (tx: Tx, row: BatchRow) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      const result = await work(tx, await locked(tx, place));
      await database.topics.raise(tx, CATALOG_TOPIC);
      return result;
    });

  /** Writes what differs. */
  const writeClasses = async (
    tx: Tx,
    { id }: BatchRow,
    [before, after]: [DatedClass[], DatedClass[]],
  ): Promise<void> => {
    for (const [index, { lectureId, startsAt, minutes, isMoved }] of after.entries()) {
      const was = before[index];
      const isSame = was?.startsAt === startsAt && was.isMoved === isMoved && was.minutes === minutes;
      if (isSame) continue;
      if (startsAt === null) await removeClass(tx, { batchId: id, lectureId });
      else
        await putClass(tx, {
          batch_id: id,
          lecture_id: lectureId,
          starts_at: startsAt,
          minutes,
          is_moved: isMoved ? 1 : 0,
          updated_at: clock.now(),
        });
    }
  };

  const asTimetable = async (rows: Listed, classes: DatedClass[], row: BatchRow): Promise<Classes> => {
    const timetable = timetableOf(row);
    const withoutDay = classes.filter(({ startsAt }) => startsAt === null).length;
    const days = timetable === null ? 0 : daysOf(timetable, { startsOn: row.starts_on, endsOn: row.ends_on }).length;
    return {
      classes: presentClasses(rows, classes),
      withoutDay,
      daysLeft: Math.max(0, days - (classes.length - withoutDay)),
    };
  };

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

    setCode: async (place: Place, body: z.output<typeof CodeBody>): Promise<BatchCode | null> => {
      const changed = await change(place, (tx, row) => {
        const code = row.code === null || body.isNew ? randomBytes(12).toString('base64url') : row.code;
        return updateBatch(tx, row.id, {
          code: body.isOn ? code : null,
          code_limit: body.limit,
          code_ends_on: body.endsOn,
          code_opens_until: body.opensUntil,
        });
      });
      const used = (await countByCode(db, [changed.id]))(changed.id);
      return presentCode(changed, { used, site: await publicAddress() });
    },

    timetable: async ({ courseId, batchId }: Place): Promise<Classes & { timetable: Timetable | null }> => {
      const row = await findBatch(db, batchId);
      if (row?.course_id !== courseId) throw fail('batch_not_found');
      const rows = await listClasses(db, row);
      return { timetable: timetableOf(row), ...(await asTimetable(rows, datedOf(rows), row)) };
    },

    setTimetable: (place: Place, body: Timetable & { isDryRun: boolean }): Promise<Classes> =>
      change(place, async (tx, row) => {
        const { isDryRun, ...timetable } = body;
        const rows = await listClasses(tx, row);
        const [before, calendar] = [datedOf(rows), await settings.calendar(tx)];
        const days = { startsOn: row.starts_on, endsOn: row.ends_on };
        const { classes, ...counts } = spread(before, timetable, { ...days, calendar, now: clock.now() });
        if (!isDryRun) {
          await writeClasses(tx, row, [before, classes]);
          await updateBatch(tx, row.id, { timetable: JSON.stringify(timetable) });
        }
        return { classes: presentClasses(rows, classes), ...counts };
      }),

    /** Throws `lecture_not_found`. */
    moveClass: (
      { lectureId, ...place }: Place & { lectureId: string },
      { startsAt, scope }: { startsAt: string; scope: 'this' | 'following' | 'all' },
    ): Promise<Classes> =>
      change(place, async (tx, row) => {
        const rows = await listClasses(tx, row);
        const before = datedOf(rows);
        if (!before.some((dated) => dated.lectureId === lectureId)) throw fail('lecture_not_found');
        const at = { calendar: await settings.calendar(tx), now: clock.now() };
        const after = shift(before, { lectureId, startsAt: Date.parse(startsAt), scope }, at);
        await writeClasses(tx, row, [before, after]);
        return asTimetable(rows, after, row);
      }),
  };
};

export type Managing = ReturnType<typeof createManaging>;
