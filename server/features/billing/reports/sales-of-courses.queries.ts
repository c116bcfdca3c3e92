import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Mode } from '../provider/provider.ts';
import type { Days, Span } from './trends.queries.ts';

/** Every plan version that was paid for on a day. */
export const versionDays = (db: Db, mode: Mode, { from, to }: Days) =>
  db
    .selectFrom('daily_plan_sales as s')
    .innerJoin('plan_versions as v', 'v.id', 's.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .select(['s.day', 's.plan_version_id', 's.paid', 's.gross_in_paise', 'v.plan_id', 'v.opens', 'plan.name'])
    .where('s.mode', '=', mode)
    .where('s.day', '>=', from)
    .where('s.day', '<=', to)
    .orderBy('s.day')
    .orderBy('s.plan_version_id')
    .execute();

export type VersionDay = Awaited<ReturnType<typeof versionDays>>[number];

/** What went back of the payments of a span: refunds, and what was lost in disputes. */
export const returnsOfSpan = async (db: Db, mode: Mode, { from, to }: Span) => {
  const payments = db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select(['a.plan_version_id', sql<number>`p.captured_at`.as('captured_at')])
    .where('p.mode', '=', mode)
    .where('p.captured_at', '>=', from)
    .where('p.captured_at', '<', to);
  return payments
    .innerJoin('refunds as r', 'r.provider_payment_id', 'p.provider_payment_id')
    .select('r.amount_in_paise')
    .where('r.status', 'in', ['pending', 'processed'])
    .unionAll(
      payments
        .innerJoin('disputes as d', 'd.provider_payment_id', 'p.provider_payment_id')
        .select('d.amount_in_paise')
        .where('d.status', '=', 'lost'),
    )
    .execute();
};

/** The courses of plan versions, and since when each of them opens it. */
export const coursesOfVersions = (db: Db, versionIds: readonly string[]) =>
  db
    .selectFrom('plan_version_courses as c')
    .innerJoin('courses as course', 'course.id', 'c.course_id')
    .select(['c.version_id', 'c.course_id', 'c.added_at', 'course.title'])
    .where('c.version_id', 'in', versionIds)
    .orderBy('c.course_id')
    .execute();
