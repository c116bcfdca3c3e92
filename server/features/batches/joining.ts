import type { z } from 'zod';
import type { Batch, BatchChoice } from '#contract/batches/batch-fields.ts';
import { batchMessages } from '#contract/batches/batch-messages.ts';
import type { OwnBatch } from '#contract/batches/batches.ts';
import { toInstantOrNull } from '#server/clock.ts';
import {
  assertInNone,
  assertOpen,
  assertPlace,
  endMembership,
  findBatch,
  insertMember,
  lockBatches,
  type NewMember,
  presentMembership,
  takenPlaces,
} from '#server/database/batch-places.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-users.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import { type TextReader, textsForReader } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { classFacts, countByCode, findBatchOfCode, findCourseTitle, listBatches } from './batches.queries.ts';
import { givenByLink, givenWith, hasMoved, listOwn, wasRemoved } from './members.queries.ts';
import { presentBatch, presentChoice, problemOfCode } from './presenting.ts';
import { waitsFor } from './waiting.ts';

export type Place = { courseId: string; batchId: string };

/** Who moves a member. */
export interface Mover {
  source: 'member' | 'school';
  reason: string;
}

type Opening = { id: string; userId: string; adminId: string; reason: string };

export interface JoiningNeeds {
  /** Whether anyone, or this person as its staff, finds the course. */
  isShown: (courseId: string, actor: Actor | undefined) => Promise<boolean>;
  /** Whether a person has the course now. */
  holds: (userId: string, courseId: string) => Promise<boolean>;
  /** Opens the course until the end of a day, unless the person has it for longer. */
  openCourse: (
    tx: Tx,
    to: Omit<Opening, 'adminId'> & { courseId: string; adminId: string | null },
    untilDay: string,
  ) => Promise<unknown>;
  /** Takes back that the course was opened, if it was, and nothing else. */
  closeCourse: (tx: Tx, of: Opening) => Promise<unknown>;
  /** The terms of purchases count from the end of another batch. */
  accessChanged: (tx: Tx, userId: string) => Promise<unknown>;
}

/** How people come into batches, and move between them. */
export const createJoining = (
  platform: Pick<Platform, 'database' | 'clock' | 'settings'>,
  { isShown, holds, openCourse, closeCourse, accessChanged }: JoiningNeeds,
) => {
  const { database, clock, settings } = platform;
  const { db } = database;
  const todayOf = async (on: Db): Promise<string> => (await settings.calendar(on)).dayOf(clock.now());
  const at = async (on: Db) => ({ mode: await settings.purchaseMode(on), now: clock.now() });

  const batchOf = async (on: Db, { courseId, batchId }: Place): Promise<BatchRow> => {
    const row = await findBatch(on, batchId);
    if (row?.course_id !== courseId) throw fail('batch_not_found');
    return row;
  };

  const locked = (batches: ReadonlyMap<string, BatchRow>, { courseId, batchId }: Place): BatchRow => {
    const row = batches.get(batchId);
    if (row?.course_id !== courseId) throw fail('batch_not_found');
    return row;
  };

  /** In place of a batch of the course that is over. */
  const join = async (tx: Tx, { id, course_id: courseId }: BatchRow, userId: string, source: NewMember['source']) => {
    const former = await assertInNone(tx, { userId, courseId, today: await todayOf(tx) });
    if (former) await endMembership(tx, former.id, { left_at: clock.now(), left_because: 'replaced' });
    const row = { id: newId(), batch_id: id, course_id: courseId, user_id: userId, source, joined_at: clock.now() };
    await insertMember(tx, row);
    return row.id;
  };

  const choicesOf = async (rows: readonly BatchRow[], userId: string | undefined): Promise<BatchChoice[]> => {
    const ids = rows.map(({ id }) => id);
    const [takenIn, factsOf, today] = [
      await takenPlaces(db, ids, await at(db)),
      await classFacts(db, ids, clock.now()),
      await todayOf(db),
    ];
    const waiting = userId === undefined ? new Set<string>() : await waitsFor(db, userId, ids);
    return rows.map((row) => {
      const facts = { taken: takenIn(row.id), heldClasses: factsOf(row.id).held, isWaiting: waiting.has(row.id) };
      return presentChoice(row, { today, ...facts });
    });
  };

  const titleFor = async (reader: TextReader, courseId: string): Promise<string> => {
    const title = await findCourseTitle(db, courseId);
    if (title === undefined) throw fail('course_not_found');
    const texts = await textsForReader(platform, reader, { thingIds: [courseId], fields: ['title'] });
    return texts.of(courseId, 'title', title);
  };

  const codeOf = async (code: string): Promise<BatchRow> => {
    const row = await findBatchOfCode(db, code);
    if (!row) throw fail('batch_code_not_found');
    return row;
  };

  return {
    /** Those that can be joined, and full ones that have not begun, as they begin. */
    choices: async (courseId: string, actor: Actor | undefined) => {
      if (!(await isShown(courseId, actor))) throw fail('course_not_found');
      const today = await todayOf(db);
      const rows = (await listBatches(db, courseId)).filter((row) => row.join_until >= today).toReversed();
      const own = actor && (await presentMembership(db, actor.id, courseId));
      const mine = own && (await findBatch(db, own.batch_id));
      const shown = (await choicesOf(rows, actor?.id)).filter(({ isFull, state }) => !isFull || state === 'coming');
      return { batches: shown, mine: mine ? presentBatch(mine, today) : null };
    },

    /** Throws `batch_full`, `batch_closed`, `batch_of_plan` and `already_in_batch`. */
    join: async (userId: string, place: Place): Promise<Batch> =>
      database.transaction(async (tx) => {
        await lockUser(tx, userId);
        const row = locked(await lockBatches(tx, [place.batchId], clock.now()), place);
        if (row.plan_id !== null) throw fail('batch_of_plan');
        const today = await todayOf(tx);
        assertOpen(row, today);
        await assertInNone(tx, { userId, courseId: place.courseId, today });
        await assertPlace(tx, row, { userId, ...(await at(tx)) });
        await join(tx, row, userId, 'joined');
        return presentBatch(row, today);
      }),

    /** A person of the school may add one to a full batch. Throws `person_not_found` and `not_entitled`. */
    add: async (place: Place, userId: string): Promise<void> => {
      await batchOf(db, place);
      const hasAccess = await holds(userId, place.courseId);
      await database.transaction(async (tx) => {
        if (!(await lockUser(tx, userId))) throw fail('person_not_found');
        if (!hasAccess) throw fail('not_entitled');
        const row = locked(await lockBatches(tx, [place.batchId], clock.now()), place);
        if (row.ends_on < (await todayOf(tx))) throw fail('batch_closed');
        await join(tx, row, userId, 'admin');
      });
    },

    /**
     * Moves a member to another batch of the course: what they have done stays, and the purchase moves along. Throws
     * `batch_member_not_found`, `batch_full`, `batch_closed`, and for a member on their own `batch_of_plan`, `batch_moved_once` and
     * `batch_not_later`.
     */
    move: (
      userId: string,
      to: Place,
      { source, reason }: Mover,
      moved?: { from: string; tell: (tx: Tx, row: BatchRow) => Promise<void> },
    ): Promise<BatchRow> =>
      database.transaction(async (tx) => {
        await lockUser(tx, userId);
        const own = await presentMembership(tx, userId, to.courseId);
        if (!own || (moved && own.batch_id !== moved.from)) throw fail('batch_member_not_found');
        const now = clock.now();
        const row = locked(await lockBatches(tx, [own.batch_id, to.batchId], now), to);
        if (own.batch_id === to.batchId) return row;
        const today = await todayOf(tx);
        if (row.ends_on < today) throw fail('batch_closed');
        if (source === 'member') {
          if (own.ends_on < today) throw fail('batch_closed');
          if (row.plan_id !== null && row.plan_id !== own.plan_id) throw fail('batch_of_plan');
          if (row.starts_on <= own.starts_on) throw fail('batch_not_later');
          assertOpen(row, today);
          if (await hasMoved(tx, { userId, courseId: to.courseId })) throw fail('batch_moved_once');
        }
        await assertPlace(tx, row, { userId, ...(await at(tx)) });
        await endMembership(tx, own.id, { left_at: now, left_because: 'moved', reason });
        await insertMember(tx, {
          batch_id: row.id,
          course_id: row.course_id,
          user_id: userId,
          source: 'moved',
          attempt_id: own.attempt_id,
          moved_by: source,
          joined_at: now,
        });
        if (own.attempt_id !== null) await accessChanged(tx, userId);
        await moved?.tell(tx, row);
        return row;
      }),

    /** What the link of this membership opened closes, and what else gives them the course stays. Throws `batch_member_not_found`. */
    remove: (
      userId: string,
      { courseId, batchId }: Place,
      { reason, removedBy: adminId }: { reason: string; removedBy: string },
    ): Promise<void> =>
      database.transaction(async (tx) => {
        await lockUser(tx, userId);
        const own = await presentMembership(tx, userId, courseId);
        if (own?.batch_id !== batchId) throw fail('batch_member_not_found');
        const given = (await givenByLink(tx, courseId, [userId])).get(userId);
        await endMembership(tx, own.id, { left_at: clock.now(), left_because: 'removed', reason });
        if (given !== undefined) await closeCourse(tx, { id: given, userId, adminId, reason });
      }),

    mine: async (actor: Actor): Promise<z.input<typeof OwnBatch>[]> => {
      const userId = actor.id;
      const [rows, today, now] = [await listOwn(db, userId, { onlyPresent: true }), await todayOf(db), clock.now()];
      const factsOf = await classFacts(
        db,
        rows.map(({ id }) => id),
        now,
      );
      const titles = await textsForReader(platform, actor, {
        thingIds: rows.map((row) => row.course_id),
        fields: ['title'],
      });
      const own: z.input<typeof OwnBatch>[] = [];
      for (const row of rows) {
        const { course_id: courseId, title } = row;
        const isFree = row.ends_on >= today && !(await hasMoved(db, { userId, courseId }));
        const later = (isFree ? await listBatches(db, courseId) : []).filter(
          (other) =>
            other.starts_on > row.starts_on &&
            other.join_until >= today &&
            (other.plan_id === null || other.plan_id === row.plan_id),
        );
        const open = new Set((await choicesOf(later, undefined)).filter((one) => !one.isFull).map((one) => one._id));
        own.push({
          ...presentBatch(row, today),
          course: { _id: courseId, title: titles.of(courseId, 'title', title) },
          nextClassAt: toInstantOrNull(factsOf(row.id).nextAt ?? null),
          movesTo: later.filter(({ id }) => open.has(id)).map((other) => presentBatch(other, today)),
        });
      }
      return own;
    },

    /** Throws `batch_code_not_found`. */
    viewCode: async (code: string, actor: Actor | undefined) => {
      const row = await codeOf(code);
      const courseId = row.course_id;
      const course = { _id: courseId, title: await titleFor(actor ?? {}, courseId) };
      const [taken, used, today] = [
        (await takenPlaces(db, [row.id], await at(db)))(row.id),
        (await countByCode(db, [row.id]))(row.id),
        await todayOf(db),
      ];
      const heldClasses = (await classFacts(db, [row.id], clock.now()))(row.id).held;
      const {
        isWaiting: _,
        planId: __,
        ...batch
      } = presentChoice(row, { today, taken, heldClasses, isWaiting: false });
      const own = actor && (await presentMembership(db, actor.id, courseId));
      const problem = problemOfCode(row, { today, used, taken }) ?? null;
      return { batch, course, opensUntil: row.code_opens_until, isMember: own?.batch_id === row.id, problem };
    },

    /** Throws as `join`, and `batch_code_not_found`, `batch_code_over` and `not_entitled`. */
    joinByCode: async (actor: Actor, code: string) => {
      const userId = actor.id;
      const found = await codeOf(code);
      const place = { courseId: found.course_id, batchId: found.id };
      const course = { _id: found.course_id, title: await titleFor(actor, found.course_id) };
      const hasAccess = await holds(userId, found.course_id);
      return database.transaction(async (tx) => {
        await lockUser(tx, userId);
        const row = locked(await lockBatches(tx, [found.id], clock.now()), place);
        const today = await todayOf(tx);
        const own = await presentMembership(tx, userId, row.course_id);
        if (own?.batch_id === row.id) return { batch: presentBatch(row, today), course };
        if (row.code !== code) throw fail('batch_code_not_found');
        if (await wasRemoved(tx, { userId, batchId: row.id }))
          throw fail('batch_code_over', { message: batchMessages.codes.removed });
        const taken = (await takenPlaces(tx, [row.id], { ...(await at(tx)), exceptUserId: userId }))(row.id);
        const problem = problemOfCode(row, { today, used: (await countByCode(tx, [row.id]))(row.id), taken });
        if (problem === 'full') throw fail('batch_full');
        if (problem) throw fail(problem === 'closed' ? 'batch_closed' : 'batch_code_over');
        const { code_opens_until: opensUntil, plan_id: planId } = row;
        if (opensUntil === null && planId !== null) throw fail('batch_of_plan');
        if (opensUntil === null && !hasAccess) throw fail('not_entitled');
        const id = givenWith(await join(tx, row, userId, 'code'));
        const { course_id: courseId, name: reason, code_set_by: adminId } = row;
        if (opensUntil !== null) await openCourse(tx, { id, userId, courseId, adminId, reason }, opensUntil);
        return { batch: presentBatch(row, today), course };
      });
    },
  };
};

export type Joining = ReturnType<typeof createJoining>;
