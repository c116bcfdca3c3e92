import { DAY_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { Mode } from '../provider/provider.ts';

/** A bank may approve a payment this long after the checkout began. */
const LATE_PAYMENT_MS = 4 * DAY_MS;

interface Held {
  courseId: string;
  mode: Mode;
  now: number;
}

const hasHolder = (db: Db, { courseId, mode, now }: Held): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('course_access')
      .select('user_id')
      .where('course_id', '=', courseId)
      .where('mode', '=', mode)
      .where('ends_at', '>', now)
      .limit(1),
  );

/** Attempts to buy a plan of chosen courses that has this one. */
const attemptsFor = (db: Db, { courseId, mode }: Held) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('plan_version_courses as c', 'c.version_id', 'a.plan_version_id')
    .where('c.course_id', '=', courseId)
    .where('a.mode', '=', mode);

/** In a window, or past the gateway: stated, and not decided. */
const isBeingPaid = (db: Db, held: Held): Promise<boolean> =>
  hasRow(
    attemptsFor(db, held)
      .select('a.id')
      .where(({ eb, and, or, exists, selectFrom }) =>
        or([
          and([eb('a.state', 'in', ['open', 'retired']), eb('a.created_at', '>', held.now - LATE_PAYMENT_MS)]),
          exists(
            selectFrom('payment_requests as r')
              .select('r.id')
              .whereRef('r.attempt_id', '=', 'a.id')
              .where('r.state', '=', 'waiting'),
          ),
        ]),
      )
      .limit(1),
  );

/** Gifts that nobody has redeemed, access that is paused, and payments whose dispute may be won. */
const isWaiting = (db: Db, held: Held): Promise<boolean> =>
  hasRow(
    attemptsFor(db, held)
      .innerJoin('payments as p', 'p.attempt_id', 'a.id')
      .leftJoin('disputes as d', (join) =>
        join
          .onRef('d.provider_payment_id', '=', 'p.provider_payment_id')
          .on('d.status', 'in', ['open', 'under_review']),
      )
      .select('p.provider_payment_id')
      .where('p.status', '=', 'captured')
      .where('p.standing', 'not in', ['refunded', 'refund_pending', 'wrong_amount', 'unmatched'])
      .where((eb) =>
        eb.or([
          eb.and([eb('p.pauses_at', 'is not', null), eb('p.access_until', '>', held.now)]),
          eb.and([
            eb('a.gift_id', 'is not', null),
            eb('p.redeemed_at', 'is', null),
            eb('p.standing', '<>', 'disputed'),
          ]),
          eb.and([eb('d.status', 'is not', null), eb('p.access_until', '>', held.now)]),
        ]),
      )
      .limit(1),
  );

/** Whether anyone has a right to a course alone, or may get one by what is paid, being paid or disputed. */
export const hasCourseHolders = async (db: Db, held: Held): Promise<boolean> =>
  (await hasHolder(db, held)) || (await isBeingPaid(db, held)) || (await isWaiting(db, held));

/** Active users with access to everything or, unless it is null, to this course, by their id. */
export const listHolders = async (
  db: Db,
  {
    courseId,
    mode,
    now,
    afterId,
    limit,
  }: Omit<Held, 'courseId'> & { courseId: string | null; afterId: string; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('users as u')
    .where('u.id', '>', afterId)
    .where('u.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null)
    .where(({ or, exists, selectFrom }) => {
      const everything = selectFrom('user_access as a')
        .select('a.user_id')
        .whereRef('a.user_id', '=', 'u.id')
        .where('a.mode', '=', mode)
        .where('a.ends_at', '>', now);
      if (courseId === null) return exists(everything);
      const alone = selectFrom('course_access as o')
        .select('o.user_id')
        .whereRef('o.user_id', '=', 'u.id')
        .where('o.course_id', '=', courseId)
        .where('o.mode', '=', mode)
        .where('o.ends_at', '>', now);
      return or([exists(everything), exists(alone)]);
    })
    .select('u.id')
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
