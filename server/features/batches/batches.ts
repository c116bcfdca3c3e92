import { z } from 'zod';
import type { BatchMember } from '#contract/batches/batch-members.ts';
import type { Role } from '#contract/fields.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { findBatch } from '#server/database/batch-places.ts';
import type { Tx } from '#server/database/database.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Column } from '#server/http/file/csv.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { findCourseTitle } from './batches.queries.ts';
import { createJoining, type JoiningNeeds, type Place } from './joining.ts';
import { createManaging } from './managing.ts';
import { everyMember, givenByLink, listMembers, listOwn, type Member } from './members.queries.ts';
import { presentBatch } from './presenting.ts';
import { createWaiting } from './waiting.ts';

/** Recomputes the access of the members of a batch whose end was moved. */
const moveEnds = defineJob({
  name: 'batches.move-ends',
  lane: 'upkeep',
  payload: z.object({ batchId: z.string(), afterUserId: z.string() }),
});
const AT_ONCE = 100;

export interface BatchesNeeds extends JoiningNeeds {
  notices: Pick<NoticePort, 'notify'>;
}

export const memberColumns: readonly Column<Member>[] = [
  ['Name', ({ full_name: name }) => name],
  ['Joined', ({ joined_at: at }) => toInstant(at)],
  ['How', ({ source }) => source],
  ['Payment', ({ payment_id: id }) => id],
  ['Left', ({ left_at: at }) => toInstantOrNull(at)],
  ['Why', ({ left_because: why }) => why],
  ['Reason', ({ reason }) => reason],
];

const presentMember = (
  row: Member,
  { origin, seesAll, given }: { origin: string; seesAll: boolean; given: ReadonlyMap<string, string> },
): BatchMember => ({
  _id: row.user_id,
  fullName: row.full_name,
  avatar: { secure_url: row.avatar_key === null ? null : fileUrl(origin, row.avatar_key) },
  email: seesAll ? row.email : null,
  joinedAt: toInstant(row.joined_at),
  source: row.source,
  paymentId: seesAll ? row.payment_id : null,
  closesCourse: given.has(row.user_id),
});

/** The runs of courses: the same lectures on days of their own, for those who are in them. */
export const createBatches = (platform: Platform, { notices, ...needs }: BatchesNeeds) => {
  const { database, jobs, settings, clock } = platform;
  const { db } = database;
  const joining = createJoining(platform, needs);
  const waiting = createWaiting(platform, notices);

  const enqueueEnds = (tx: Tx, batchId: string, afterUserId = ''): Promise<void> =>
    jobs.enqueue(tx, moveEnds, { batchId, afterUserId });

  jobs.handle(moveEnds, async ({ batchId, afterUserId }) => {
    const rows = await db
      .selectFrom('batch_members')
      .where('batch_id', '=', batchId)
      .where('attempt_id', 'is not', null)
      .where('user_id', '>', afterUserId)
      .select('user_id')
      .distinct()
      .orderBy('user_id')
      .limit(AT_ONCE)
      .execute();
    for (const { user_id: userId } of rows) await database.transaction((tx) => needs.accessChanged(tx, userId));
    const last = rows.at(-1);
    if (last && rows.length === AT_ONCE) await database.transaction((tx) => enqueueEnds(tx, batchId, last.user_id));
  });

  const assertIn = async ({ courseId, batchId }: Place): Promise<void> => {
    if ((await findBatch(db, batchId))?.course_id !== courseId) throw fail('batch_not_found');
  };

  return {
    managing: createManaging(platform, { endMoved: (tx, batchId) => enqueueEnds(tx, batchId), notify: notices.notify }),
    joining,
    waiting,
    members: {
      list: async (
        place: Place,
        page: { search: string; limit: number; offset: number },
        { actor, origin }: { actor: Actor & { role: Role }; origin: string },
      ) => {
        await assertIn(place);
        const { members, total } = await listMembers(db, place.batchId, page);
        const userIds = members.map((row) => row.user_id);
        const given = await givenByLink(db, place.courseId, userIds);
        const seesAll = actor.role === 'ADMIN';
        return { members: members.map((row) => presentMember(row, { origin, seesAll, given })), total };
      },
      all: async (place: Place): Promise<AsyncGenerator<Member>> => {
        await assertIn(place);
        return everyMember(db, place.batchId);
      },
      /** By the school, which tells the member. */
      move: async (userId: string, from: Place, { toBatchId, reason }: { toBatchId: string; reason: string }) => {
        const to = { courseId: from.courseId, batchId: toBatchId };
        const courseTitle = (await findCourseTitle(db, from.courseId)) ?? '';
        const tell = async (tx: Tx, row: BatchRow): Promise<void> => {
          const about = { courseId: from.courseId, courseTitle, batchName: row.name, startsOn: row.starts_on, reason };
          const content = { kind: 'batch_moved' as const, ...about };
          await notices.notify(tx, [{ userId, dedupeKey: `batch_moved:${row.id}:${clock.now()}:${userId}`, content }]);
        };
        await joining.move(userId, to, { source: 'school', reason }, { from: from.batchId, tell });
      },
      ofPerson: async (userId: string) => {
        const today = (await settings.calendar()).dayOf(clock.now());
        return (await listOwn(db, userId, { onlyPresent: false })).map((row) => ({
          ...presentBatch(row, today),
          course: { _id: row.course_id, title: row.title },
          joinedAt: toInstant(row.joined_at),
          source: row.source,
          leftAt: toInstantOrNull(row.left_at),
        }));
      },
    },
  };
};

export type Batches = ReturnType<typeof createBatches>;
