import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database.ts';

/** Adds a plan of these courses. Each racer has one, and an owner may add only fifty. Returns its id. */
export const insertPlan = async (database: Database, courseIds: readonly string[], now: number): Promise<string> => {
  const id = randomUUID();
  const versionId = `${id}-1`;
  await database.transaction(async (tx) => {
    const shown = { compare_price_in_paise: null, is_visible: 1, deleted_at: null, created_at: now, updated_at: now };
    await tx
      .insertInto('plans')
      .values({ id, name: 'Two courses', version_id: versionId, ...shown })
      .execute();
    const sold = { price_in_paise: 9900, term_unit: 'month', term_count: 6, is_renewing: 0, refund_days: 7 } as const;
    const version = {
      id: versionId,
      plan_id: id,
      number: 1,
      opens: 'courses',
      created_at: now,
      created_by: null,
    } as const;
    await tx
      .insertInto('plan_versions')
      .values({ ...version, ...sold })
      .execute();
    for (const courseId of courseIds)
      await tx
        .insertInto('plan_version_courses')
        .values({ version_id: versionId, course_id: courseId, added_at: 0 })
        .execute();
    await database.topics.raise(tx, 'plans');
  });
  return id;
};

/** They are sold no more: a change reads all plans that are, of which a school has 200 at most. */
export const endPlans = (database: Database, ids: readonly string[], now: number): Promise<void> =>
  database.transaction(async (tx) => {
    if (ids.length === 0) return;
    await tx.updateTable('plans').set({ deleted_at: now, updated_at: now }).where('id', 'in', ids).execute();
    await database.topics.raise(tx, 'plans');
  });
