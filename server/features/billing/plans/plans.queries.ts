import type { Db } from '#server/database/database.ts';
import type { PlanRow, PlanVersionRow } from '#server/database/plan-tables.ts';

/** Plans that are not deleted, with their current version, the oldest first. */
export const findPlans = (db: Db) =>
  db
    .selectFrom('plans as p')
    .innerJoin('plan_versions as v', 'v.id', 'p.version_id')
    .select([
      'p.id',
      'p.name',
      'p.compare_price_in_paise',
      'p.is_visible',
      'v.id as version_id',
      'v.number',
      'v.price_in_paise',
      'v.term_unit',
      'v.term_count',
      'v.is_renewing',
      'v.refund_days',
    ])
    .where('p.deleted_at', 'is', null)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();

export type FoundPlan = Awaited<ReturnType<typeof findPlans>>[number];

/** Every version of these plans, the newest first. */
export const versionsOf = (db: Db, planIds: readonly string[]): Promise<PlanVersionRow[]> =>
  db.selectFrom('plan_versions').selectAll().where('plan_id', 'in', planIds).orderBy('number', 'desc').execute();

export const lastNumberOf = async (tx: Db, planId: string): Promise<number> =>
  (await versionsOf(tx, [planId]))[0]?.number ?? 0;

export const insertPlan = (tx: Db, row: PlanRow) => tx.insertInto('plans').values(row).execute();

export const insertVersion = (tx: Db, row: PlanVersionRow) => tx.insertInto('plan_versions').values(row).execute();

export const updatePlan = (tx: Db, id: string, changes: Partial<PlanRow>) =>
  tx.updateTable('plans').set(changes).where('id', '=', id).execute();
