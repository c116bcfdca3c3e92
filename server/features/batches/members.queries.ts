import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { contains } from '#server/database/contains.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { BatchMemberRow } from '#server/database/tables/batches.ts';

const OWN_MAX = 200;
const EXPORTED_AT_ONCE = 500;

const ofBatch = (db: Db, batchId: string) =>
  db
    .selectFrom('batch_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('payments as p', (join) =>
      join.onRef('p.attempt_id', '=', 'm.attempt_id').on('p.status', '=', 'captured'),
    )
    .where('m.batch_id', '=', batchId)
    .where('u.deleted_at', 'is', null)
    .select(['m.id', 'm.user_id', 'u.full_name', 'u.email', 'u.avatar_key', 'm.joined_at', 'm.source'])
    .select([
      'm.left_at',
      'm.left_because',
      'm.reason',
      sql<string | null>`MIN(p.provider_payment_id)`.as('payment_id'),
    ])
    .groupBy(['m.id', 'm.user_id', 'u.full_name', 'u.email', 'u.avatar_key', 'm.joined_at', 'm.source'])
    .groupBy(['m.left_at', 'm.left_because', 'm.reason']);

/** Present members by name. */
export const listMembers = async (
  db: Db,
  batchId: string,
  { search, limit, offset }: { search: string; limit: number; offset: number },
) => {
  const found = ofBatch(db, batchId)
    .where('m.left_at', 'is', null)
    .$if(search !== '', (query) => query.where(contains(db, sql.ref('u.full_name'), search)));
  const members = await found.orderBy('u.full_name').orderBy('m.id').limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom('batch_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.batch_id', '=', batchId)
    .where('m.left_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .$if(search !== '', (query) => query.where(contains(db, sql.ref('u.full_name'), search)))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { members, total };
};
export type Member = Awaited<ReturnType<typeof listMembers>>['members'][number];

/** Also those who left, as they joined. */
export async function* everyMember(db: Db, batchId: string): AsyncGenerator<Member> {
  for (let offset = 0; ; offset += EXPORTED_AT_ONCE) {
    const rows = await ofBatch(db, batchId)
      .orderBy('m.joined_at')
      .orderBy('m.id')
      .limit(EXPORTED_AT_ONCE)
      .offset(offset)
      .execute();
    yield* rows;
    if (rows.length < EXPORTED_AT_ONCE) return;
  }
}

/** The batches that a person is and was in, the latest first. */
export const listOwn = (db: Db, userId: string, { onlyPresent }: { onlyPresent: boolean }) =>
  db
    .selectFrom('batch_members as m')
    .innerJoin('batches as b', 'b.id', 'm.batch_id')
    .innerJoin('courses as c', 'c.id', 'm.course_id')
    .where('m.user_id', '=', userId)
    .where('c.deleted_at', 'is', null)
    .$if(onlyPresent, (query) => query.where('m.left_at', 'is', null))
    .select(['b.id', 'b.name', 'b.starts_on', 'b.ends_on', 'b.timetable', 'b.plan_id', 'm.course_id', 'c.title'])
    .select(['m.joined_at', 'm.source', 'm.left_at'])
    .orderBy('m.joined_at', 'desc')
    .orderBy('m.id')
    .limit(OWN_MAX)
    .execute();

/** Whether a person has moved to another batch of a course on their own. */
export const hasMoved = async (db: Db, { userId, courseId }: { userId: string; courseId: string }): Promise<boolean> =>
  (await db
    .selectFrom('batch_members')
    .select('id')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('moved_by', '=', 'member')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether the school removed a person from a batch. */
export const wasRemoved = (db: Db, { userId, batchId }: { userId: string; batchId: string }): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('batch_members')
      .select('id')
      .where('user_id', '=', userId)
      .where('batch_id', '=', batchId)
      .where('left_because', '=', 'removed')
      .limit(1),
  );

/** The id of the right that a link gave with a membership. */
export const givenWith = (membershipId: string): string => `batch-link:${membershipId}`;

/** The membership from which one was moved, perhaps several times. */
const movedFrom = (row: BatchMemberRow, rows: readonly BatchMemberRow[]): BatchMemberRow => {
  if (row.source !== 'moved') return row;
  const others = rows.filter((one) => one !== row);
  const before = others.find((one) => one.left_because === 'moved' && one.left_at === row.joined_at);
  return before ? movedFrom(before, others) : row;
};

/** The rights to a course that count and that links gave with the present memberships of people, by person. */
export const givenByLink = async (
  db: Db,
  courseId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (userIds.length === 0) return new Map();
  const own = db.selectFrom('batch_members').selectAll().where('course_id', '=', courseId);
  const byUser = Map.groupBy(await own.where('user_id', 'in', userIds).execute(), (row) => row.user_id);
  const ids = [...byUser.values()].flatMap((rows) => {
    const present = rows.find((row) => row.left_at === null);
    return present ? givenWith(movedFrom(present, rows).id) : [];
  });
  if (ids.length === 0) return new Map();
  const given = db.selectFrom('access_changes').select(['id', 'user_id']).where('undone_at', 'is', null);
  return new Map((await given.where('id', 'in', ids).execute()).map((row) => [row.user_id, row.id]));
};
