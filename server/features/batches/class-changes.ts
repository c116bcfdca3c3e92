import { z } from 'zod';
import { toInstant } from '#server/clock.ts';
import { listMemberIds } from '#server/database/batch-classes.ts';
import type { Tx } from '#server/database/database.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import type { Notify } from '#server/notice-port.ts';
import { findCourseTitle, type listClasses } from './batches.queries.ts';
import type { DatedClass } from './timetable.ts';

export type Listed = Awaited<ReturnType<typeof listClasses>>;

const AT_ONCE = 200;
const NAMED_MAX = 3;
const Own = z.looseObject({ startsAt: z.int() });

/** The date that a class has without a batch. */
export const ownDateOf = (row: Listed[number] | undefined): number | null =>
  row?.content ? (Own.safeParse(JSON.parse(row.content)).data?.startsAt ?? null) : null;

interface Change {
  batch: BatchRow;
  rows: Listed;
  before: readonly DatedClass[];
  after: readonly DatedClass[];
}

/** The classes that learners see whose time is another one, or that take place no more; those that are over are left out. */
const changesOf = ({ rows, before, after }: Change, now: number) =>
  after.flatMap((one, index) => {
    const [row, was] = [rows[index], before[index]];
    const [from, to] = [was?.startsAt ?? ownDateOf(row), one.startsAt ?? ownDateOf(row)];
    const isShown = row && row.published_at !== null && row.course_published_at !== null;
    const isSame = was?.isCancelled === one.isCancelled && (from === to || one.isCancelled);
    if (!isShown || from === null || to === null || isSame || Math.max(from, to) <= now) return [];
    const { lectureId, isCancelled } = one;
    return [{ lectureId, title: row.title, before: toInstant(from), now: toInstant(to), isCancelled }];
  });

/** Tells the members of a batch who have the course how its classes changed: in one notice, however many they are. */
export const tellChanges = async (
  tx: Tx,
  change: Change,
  { notify, mode, now }: { notify: Notify; mode: 'test' | 'live'; now: number },
): Promise<void> => {
  const changes = changesOf(change, now);
  const { id: batchId, course_id: courseId, name: batchName } = change.batch;
  const courseTitle = await findCourseTitle(tx, courseId);
  if (changes.length === 0 || courseTitle === undefined) return;
  const classes = changes.slice(0, NAMED_MAX);
  const content = { kind: 'batch_classes' as const, courseId, courseTitle, batchName, count: changes.length, classes };
  for (let afterId = ''; ;) {
    const userIds = await listMemberIds(tx, { batchId, mode, now, afterId, limit: AT_ONCE });
    await notify(
      tx,
      userIds.map((userId) => ({ userId, dedupeKey: `batch_classes:${batchId}:${now}:${userId}`, content })),
    );
    if (userIds.length < AT_ONCE) return;
    afterId = userIds.at(-1) ?? '';
  }
};
