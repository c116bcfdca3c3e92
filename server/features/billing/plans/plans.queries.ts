import type { Opened } from '#contract/access/rights.ts';
import type { Db } from '#server/database/database.ts';
import { readInLanguage, type ReaderLanguage, titledFor } from '#server/database/translations.ts';
import type { PlanRow, PlanVersionRow } from '#server/database/tables/plans.ts';

/** Plans that are not deleted, with their current version, the oldest first. */
export const findPlans = (db: Db) =>
  db
    .selectFrom('plans as p')
    .innerJoin('plan_versions as v', 'v.id', 'p.version_id')
    // The id is that of the plan, which has the id of its version as well.
    .selectAll(['v', 'p'])
    .where('p.deleted_at', 'is', null)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();

export type FoundPlan = Awaited<ReturnType<typeof findPlans>>[number];

/** The courses that these versions open, by version. */
export const coursesOf = async (db: Db, versionIds: readonly string[]): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom('plan_version_courses')
    .select(['version_id', 'course_id'])
    .where('version_id', 'in', versionIds)
    .orderBy('course_id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.version_id)].map(([id, courses]) => [id, courses.map((row) => row.course_id)]),
  );
};

/** The courses that these versions open, by version and title; none for a version that opens everything. */
export const openedCourses = async (
  db: Db,
  versionIds: readonly string[],
  language: ReaderLanguage = null,
): Promise<Map<string, { _id: string; title: string }[]>> => {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_version_courses as v')
    .innerJoin('courses as c', 'c.id', 'v.course_id')
    .select(['v.version_id', 'c.id as _id', 'c.title'])
    .where('v.version_id', 'in', [...new Set(versionIds)])
    .orderBy('c.title')
    .execute();
  return Map.groupBy(await titledFor(db, language, rows), (row) => row.version_id);
};

/** What a sold version opens, as the API returns it; `courses` from `openedCourses`. */
export const openedOf = (
  { opens, plan_version_id: versionId }: { opens: PlanVersionRow['opens']; plan_version_id: string },
  courses: ReadonlyMap<string, readonly { _id: string; title: string }[]>,
): Opened =>
  opens === 'everything'
    ? opens
    : { courses: (courses.get(versionId) ?? []).map(({ _id, title }) => ({ _id, title })) };

export const titlesOf = async (
  db: Db,
  courseIds: readonly string[],
  language: ReaderLanguage = null,
): Promise<Map<string, string>> => {
  if (courseIds.length === 0) return new Map();
  const rows = await db.selectFrom('courses').select(['id as _id', 'title']).where('id', 'in', courseIds).execute();
  return new Map((await titledFor(db, language, rows)).map(({ _id, title }) => [_id, title]));
};

/** The titles of `openedCourses`. */
export const openedTitles = async (
  db: Db,
  versionIds: readonly string[],
  language: ReaderLanguage = null,
): Promise<Map<string, string[]>> =>
  new Map(
    [...(await openedCourses(db, versionIds, language))].map(([id, courses]) => [
      id,
      courses.map(({ title }) => title),
    ]),
  );

/** The names of the plans of these versions, by version. */
export const planNames = async (
  db: Db,
  versionIds: readonly string[],
  language: ReaderLanguage = null,
): Promise<Map<string, string>> => {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_versions as v')
    .innerJoin('plans as p', 'p.id', 'v.plan_id')
    .select(['v.id', 'p.id as plan_id', 'p.name'])
    .where('v.id', 'in', [...new Set(versionIds)])
    .execute();
  const thingIds = rows.map((row) => row.plan_id);
  const texts = await readInLanguage(db, language, { thingIds, fields: ['name'] });
  return new Map(rows.map(({ id, plan_id: planId, name }) => [id, texts.of(planId, 'name', name)]));
};

/** Names the plans of these rows for a reader. */
export const namerOf = async (
  db: Db,
  rows: readonly { plan_id: string }[],
  language: ReaderLanguage,
): Promise<(row: { plan_id: string; plan_name: string }) => string> => {
  const thingIds = [...new Set(rows.map((row) => row.plan_id))];
  const texts = await readInLanguage(db, language, { thingIds, fields: ['name'] });
  return (row) => texts.of(row.plan_id, 'name', row.plan_name);
};

/** Those of these courses that are not deleted. */
export const existingCourses = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};

/** The courses of plans that visitors see. */
export const publishedCourses = async (db: Db): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('plan_version_courses').select('course_id'))
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const addCourses = async (
  tx: Db,
  versionIds: readonly string[],
  { courseIds, addedAt }: { courseIds: readonly string[]; addedAt: number },
): Promise<void> => {
  const rows = versionIds.flatMap((version_id) =>
    courseIds.map((course_id) => ({ version_id, course_id, added_at: addedAt })),
  );
  if (rows.length > 0)
    await tx
      .insertInto('plan_version_courses')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

/** Every version of these plans, the newest first. */
export const versionsOf = (db: Db, planIds: readonly string[]): Promise<PlanVersionRow[]> =>
  db.selectFrom('plan_versions').selectAll().where('plan_id', 'in', planIds).orderBy('number', 'desc').execute();

export const insertPlan = (tx: Db, row: PlanRow) => tx.insertInto('plans').values(row).execute();

export const insertVersion = (tx: Db, row: PlanVersionRow) => tx.insertInto('plan_versions').values(row).execute();

export const updatePlan = (tx: Db, id: string, changes: Partial<PlanRow>) =>
  tx.updateTable('plans').set(changes).where('id', '=', id).execute();
