import type { Db } from '#server/database/database.ts';

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
      'v.created_at as version_created_at',
    ])
    .where('p.deleted_at', 'is', null)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();

export type FoundPlan = Awaited<ReturnType<typeof findPlans>>[number];
