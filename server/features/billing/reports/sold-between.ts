import { type RawBuilder, sql } from 'kysely';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { openedCourses } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import { OPENED_FOR_MONEY } from './plan-sales.queries.ts';
import type { Days } from './trends.queries.ts';

const total = (column: RawBuilder<unknown>) => sql<number>`COALESCE(SUM(${column}), 0)`;

/** The sales of each plan between two days, both included. What versions before did not count stands for itself. */
const plansSold = (db: Db, mode: Mode, { from, to }: Days) =>
  db
    .selectFrom('daily_plan_sales as s')
    .innerJoin('plan_versions as v', 'v.id', 's.plan_version_id')
    .innerJoin('plans as p', 'p.id', 'v.plan_id')
    .innerJoin('plan_versions as current', 'current.id', 'p.version_id')
    .where('s.mode', '=', mode)
    .where('s.day', '>=', from)
    .where('s.day', '<=', to)
    .groupBy(['p.id', 'p.name', 'current.opens', 'current.id'])
    .select([
      'p.id',
      'p.name',
      'current.opens',
      total(sql`COALESCE(s.sales, s.paid)`).as('sales'),
      total(sql.ref('s.refunded')).as('refunded'),
      total(sql.ref('s.gross_in_paise')).as('gross'),
      total(sql.ref('s.returned_in_paise')).as('returned'),
      sql<number>`(SELECT COUNT(*) FROM plan_version_courses c WHERE c.version_id = current.id)`.as('courses'),
    ])
    .execute();

/** What was sold on some days of the school's calendar, by plan: the largest first. It adds up to the daily sales. */
export const createSoldBetween =
  ({ database: { db }, settings }: Pick<BillingPlatform, 'database' | 'settings'>) =>
  async (days: Days) => {
    const rows = await plansSold(db, await settings.purchaseMode(), days);
    return rows
      .filter(({ sales, gross }) => sales > 0 || gross > 0)
      .map(({ id: planId, name, opens, sales, refunded, gross, returned, courses }) => ({
        planId,
        name,
        courses: opens === 'everything' ? null : courses,
        sales,
        refunded,
        returnedInPaise: returned,
        inPaise: gross - returned,
      }))
      .toSorted((a, b) => b.inPaise - a.inPaise || b.sales - a.sales || a.name.localeCompare(b.name));
  };

const OTHERS_MAX = 2;

/** The sales for real money that stand. */
const liveSales = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('p.mode', '=', 'live')
    .where('p.status', '=', 'captured')
    .where(OPENED_FOR_MONEY, '=', 1)
    .where((eb) =>
      eb.or([eb('p.standing', 'is', null), eb('p.standing', 'not in', ['refunded', 'refund_pending', 'disputed'])]),
    );

/** Other buyers by their first purchase, the latest first: a renewal is not another buyer. */
const buyersBeside = (db: Db, { userId, since }: { userId: string; since: number }) =>
  liveSales(db)
    .where('p.captured_at', '>=', since)
    .where('u.id', '<>', userId)
    .groupBy(['u.id', 'u.full_name'])
    .select('u.full_name')
    .orderBy(({ fn }) => fn.min('p.captured_at'), 'desc')
    .orderBy('u.id')
    .limit(OTHERS_MAX)
    .execute();

/** The first sale for real money that opened something, and who bought after it. */
export const createFirstSale =
  ({ database: { db }, settings }: Pick<BillingPlatform, 'database' | 'settings'>) =>
  async (since: number) => {
    if ((await settings.purchaseMode()) !== 'live') return undefined;
    const first = await liveSales(db)
      .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
      .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
      .select(['p.provider_payment_id as payment_id', 'p.captured_at', 'p.amount_in_paise', 'a.gift_id'])
      .select(['u.id as user_id', 'u.full_name', 'v.id as version_id', 'plan.name as plan_name'])
      .orderBy('p.captured_at')
      .orderBy('p.id')
      .limit(1)
      .executeTakeFirst();
    if (!first || first.captured_at === null || first.captured_at < since) return undefined;
    const opened = (await openedCourses(db, [first.version_id])).get(first.version_id) ?? [];
    const others = await buyersBeside(db, { userId: first.user_id, since: first.captured_at });
    const [course] = opened;
    return {
      paymentId: first.payment_id,
      userId: first.user_id,
      buyer: first.full_name,
      others: others.map(({ full_name: name }) => name),
      planName: first.plan_name,
      course: course && opened.length === 1 ? { _id: course._id, title: course.title } : null,
      isGift: first.gift_id !== null,
      amountInPaise: first.amount_in_paise,
      at: toInstant(first.captured_at),
    };
  };
