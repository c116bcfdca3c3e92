import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { DailySalesRow } from '#server/database/tables/access.ts';
import type { Mode } from '../provider/provider.ts';
import { beginningIn } from '../purchase-rows/purchase-rows.ts';
import { IS_WHOLLY_REFUNDED, REFUNDED_IN_PAISE } from '../returns/returns.ts';

export const LOST = sql<number>`(SELECT COALESCE(SUM(d.amount_in_paise), 0) FROM disputes d
  WHERE d.provider_payment_id = p.provider_payment_id AND d.status = 'lost')`;
/** A payment whose standing is `paid` has neither: most payments of a day need no look at refunds and disputes. */
export const unlessPaid = (amount: typeof LOST) => sql<number>`CASE WHEN p.standing = 'paid' THEN 0 ELSE ${amount} END`;

export type DaySums = Omit<DailySalesRow, 'mode' | 'day'>;
/** The sums of a day without sales. */
export const NO_SALES: DaySums = {
  sold: 0,
  sold_in_paise: 0,
  gross_in_paise: 0,
  refunded_in_paise: 0,
  lost_in_paise: 0,
  fees_in_paise: 0,
  without_fee: 0,
  payments: 0,
  with_refund: 0,
  joined: 0,
  renewed: 0,
  from_checkout: 0,
};
export const COLUMNS = Object.keys(NO_SALES);

const sum = (value: string) => sql<number>`COALESCE(SUM(${sql.raw(value)}), 0)`;
const countIf = (condition: string) => sum(`CASE WHEN ${condition} THEN 1 ELSE 0 END`);
const IS_PAYMENT = 'sale.amount_in_paise > 0';
/** A purchase that cost nothing is sold as well. */
const IS_SOLD = `NOT ${IS_WHOLLY_REFUNDED}`;
/** The figures of the bundle leave out plans that open single courses. */
const IS_BUNDLE_SOLD = `${IS_SOLD} AND sale.opens = 'everything'`;
const IS_RENEWAL = 'sale.previous_end >= sale.began_at';

/** Sold: payments for a purchase made here, by the time of capture. A fully refunded one is not sold. */
const salesBetween = (db: Db, mode: Mode, from: number, to: number) =>
  db
    .selectFrom(
      db
        .selectFrom('payments as p')
        .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
        .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
        .select([
          'v.opens',
          'p.amount_in_paise',
          beginningIn('p').as('began_at'),
          'p.fee_in_paise',
          'p.previous_end',
          'p.is_automatic',
          'p.access_until',
          unlessPaid(REFUNDED_IN_PAISE).as('refunded_in_paise'),
          unlessPaid(LOST).as('lost_in_paise'),
        ])
        .where('p.mode', '=', mode)
        .where('p.captured_at', '>=', from)
        .where('p.captured_at', '<=', to)
        .as('sale'),
    )
    .select([
      countIf(IS_BUNDLE_SOLD).as('sold'),
      sum(`CASE WHEN ${IS_BUNDLE_SOLD} THEN sale.amount_in_paise END`).as('sold_in_paise'),
      sum('sale.amount_in_paise').as('gross_in_paise'),
      sum('sale.refunded_in_paise').as('refunded_in_paise'),
      sum('sale.lost_in_paise').as('lost_in_paise'),
      sum('sale.fee_in_paise').as('fees_in_paise'),
      countIf('sale.fee_in_paise IS NULL').as('without_fee'),
      countIf(IS_PAYMENT).as('payments'),
      countIf('sale.refunded_in_paise > 0').as('with_refund'),
      countIf(`${IS_SOLD} AND sale.access_until IS NOT NULL AND (sale.previous_end IS NULL OR NOT ${IS_RENEWAL})`).as(
        'joined',
      ),
      countIf(`${IS_SOLD} AND ${IS_RENEWAL}`).as('renewed'),
      countIf(`${IS_PAYMENT} AND sale.is_automatic IS NULL`).as('from_checkout'),
    ]);

/** The row of a day, locked until commit; a new one when it is missing. */
export const lockDay = (tx: Db, mode: Mode, day: string): Promise<DaySums> =>
  tx
    .insertInto('daily_sales')
    .values({ mode, day, ...NO_SALES })
    .onConflict((conflict) => conflict.columns(['mode', 'day']).doUpdateSet({ sold: sql`daily_sales.sold` }))
    .returningAll()
    .executeTakeFirstOrThrow();

export const writeDay = (
  tx: Db,
  mode: Mode,
  day: string,
  { from, to }: { from: number; to: number },
): Promise<DaySums> =>
  tx
    .updateTable('daily_sales')
    .from(salesBetween(tx, mode, from, to).as('sales'))
    .set(Object.fromEntries(COLUMNS.map((column) => [column, sql.ref(`sales.${column}`)])))
    .where('mode', '=', mode)
    .where('day', '=', day)
    .returning(COLUMNS.map((name) => sql.ref<number>(`daily_sales.${name}`).as(name)))
    .$castTo<DaySums>()
    .executeTakeFirstOrThrow();

/** Undefined for a day on which nothing was captured. */
export const findDay = (db: Db, mode: Mode, day: string): Promise<DaySums | undefined> =>
  db.selectFrom('daily_sales').selectAll().where('mode', '=', mode).where('day', '=', day).executeTakeFirst();

export const nextStoredDay = async (db: Db, mode: Mode, after: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('daily_sales')
    .select('day')
    .where('mode', '=', mode)
    .where('day', '>', after)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row?.day;
};

/** When the first payment after this moment was captured. */
export const nextCapture = async (db: Db, mode: Mode, after: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('payments')
    .select('captured_at')
    .where('mode', '=', mode)
    .where('captured_at', '>', after)
    .orderBy('captured_at')
    .limit(1)
    .executeTakeFirst();
  return row?.captured_at ?? undefined;
};

/** Whether anything was ever paid: a purchase that cost nothing is no sale. */
export const hasSale = (db: Db, mode: Mode): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('payments')
      .select('id')
      .where('mode', '=', mode)
      .where('attempt_id', 'is not', null)
      .where('captured_at', 'is not', null)
      .where('amount_in_paise', '>', 0),
  );

export const countCaptures = async (db: Db, mode: Mode, from: number, to: number): Promise<number> => {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mode', '=', mode)
    .where('attempt_id', 'is not', null)
    .where('captured_at', '>=', from)
    .where('captured_at', '<', to)
    .executeTakeFirstOrThrow();
  return count;
};
