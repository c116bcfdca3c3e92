import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { CoursePriceBody, coursePrices } from '#contract/billing/course-prices.ts';
import { type AuditChange, recordAudit } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { countHolders, EVERYTHING } from '../entitlement/entitlement.ts';
import {
  coursesOf,
  existingCourses,
  findPlans,
  type FoundPlan,
  type PlanFields,
  type Plans,
  termsOfVersion,
  titlesOf,
} from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';

type CoursePrice = z.input<typeof coursePrices.read.response>['price'];
/** The longest name of a plan. */
const MAX_NAME = 60;
const REFUND_DAYS = 7;
const REFUNDABLE_MAX = 50;
const FOR_LIFE = { unit: 'lifetime', count: 1 } as const;

/** A plan that opens a course; `courseIds` is undefined for everything. */
type Opening = ReturnType<typeof termsOfVersion> & {
  planId: string;
  versionId: string;
  name: string;
  isVisible: boolean;
  isRenewing: boolean;
  comparePriceInPaise: number | null;
  courseIds: readonly string[] | undefined;
};

/** The plans of a course alone, the one that is shown first, and the other ones on sale that open it. */
const plansFor = async (db: Db, found: readonly FoundPlan[], courseId: string) => {
  const opened = await coursesOf(
    db,
    found.map((row) => row.version_id),
  );
  const existing = new Set(await existingCourses(db, [...new Set([courseId, ...[...opened.values()].flat()])]));
  const all = found.map((row): Opening => ({
    planId: row.id,
    versionId: row.version_id,
    name: row.name,
    isVisible: row.is_visible === 1,
    isRenewing: row.is_renewing === 1,
    comparePriceInPaise: row.compare_price_in_paise,
    ...termsOfVersion({ ...row, id: row.version_id }),
    courseIds:
      row.opens === 'everything' ? undefined : (opened.get(row.version_id) ?? []).filter((id) => existing.has(id)),
  }));
  const opening = all.filter(({ courseIds }) => courseIds === undefined || courseIds.includes(courseId));
  const own = opening.filter(({ courseIds }) => courseIds?.length === 1);
  const isShown = ({ isVisible }: Opening): boolean => isVisible;
  return {
    own: [...own.filter(isShown), ...own.filter((plan) => !isShown(plan))],
    bundles: opening.filter((plan) => isShown(plan) && !own.includes(plan)),
  };
};

/** The latest purchases of plans that can still be refunded. */
const refundableOf = (db: Db, planIds: readonly string[], { mode, at }: { mode: Mode; at: number }) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('v.plan_id', 'in', planIds)
    .where('p.mode', '=', mode)
    .where('p.standing', '=', 'paid')
    .where('p.amount_in_paise', '>', 0)
    .where('p.refundable_until', '>=', at)
    .select(['p.provider_payment_id as paymentId', 'u.full_name as fullName'])
    .orderBy('p.captured_at', 'desc')
    .orderBy('p.id')
    .limit(REFUNDABLE_MAX)
    .execute();

const titleOf = async (db: Db, courseId: string): Promise<string> => {
  const [present] = await existingCourses(db, [courseId]);
  if (present === undefined) throw fail('course_not_found');
  return (await titlesOf(db, [courseId])).get(courseId) ?? '';
};

/** No letter is cut in two. */
const nameOf = (title: string): string =>
  title
    .slice(0, MAX_NAME)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/** The price of a course: a plan that opens only this course, which the school manages for its owner. */
export const createCoursePrices = ({ database, clock, settings }: BillingPlatform, { plans }: { plans: Plans }) => {
  const { db } = database;

  const read = async (courseId: string): Promise<CoursePrice> => {
    await titleOf(db, courseId);
    const { own, bundles } = await plansFor(db, await findPlans(db), courseId);
    const [plan] = own;
    const at = { mode: await settings.purchaseMode(), at: clock.now() };
    const versionIds = bundles.map(({ versionId }) => versionId);
    const holders = await countHolders(db, at, { versionIds, courseIds: [courseId] });
    return {
      planId: plan?.planId ?? null,
      offers: await plans.offersOf(courseId),
      kind: plan === undefined ? 'bundles' : plan.priceInPaise === 0 ? 'free' : 'once',
      priceInPaise: plan?.priceInPaise ?? null,
      comparePriceInPaise: plan?.comparePriceInPaise ?? null,
      term: plan?.term ?? null,
      refundDays: plan?.refundDays ?? null,
      holders: holders.get(courseId) ?? 0,
      refundable: await refundableOf(
        db,
        own.map(({ planId }) => planId),
        at,
      ),
      bundles: bundles.map(({ planId, versionId, name, priceInPaise, term, courseIds }) => ({
        planId,
        name,
        priceInPaise,
        term,
        courses: courseIds?.length ?? null,
        holders: holders.get(courseIds === undefined ? EVERYTHING : versionId) ?? 0,
      })),
    };
  };

  const fieldsOf = (
    { kind, priceInPaise = 0, ...body }: CoursePriceBody,
    { courseId, title, plan }: { courseId: string; title: string; plan: Opening | undefined },
  ): PlanFields => {
    const shared = { name: plan?.name ?? nameOf(title), opens: { courseIds: [courseId] }, isVisible: true };
    if (kind === 'free')
      return {
        ...shared,
        priceInPaise: 0,
        comparePriceInPaise: null,
        term: FOR_LIFE,
        isRenewing: false,
        refundDays: 0,
        parts: null,
      };
    const sold = plan !== undefined && plan.priceInPaise > 0 ? plan : undefined;
    const compared =
      body.comparePriceInPaise === undefined ? (sold?.comparePriceInPaise ?? null) : body.comparePriceInPaise;
    const term = body.term ?? sold?.term ?? FOR_LIFE;
    return {
      ...shared,
      priceInPaise,
      comparePriceInPaise: compared !== null && compared > priceInPaise ? compared : null,
      term,
      // Renewal stays only if the term does.
      isRenewing: sold !== undefined && sold.isRenewing && isDeepStrictEqual(term, sold.term),
      refundDays: body.refundDays ?? sold?.refundDays ?? REFUND_DAYS,
      // So do parts, with the price that they add up to.
      parts: sold?.priceInPaise === priceInPaise ? sold.parts : null,
    };
  };

  const setIn = async (tx: Tx, courseId: string, body: CoursePriceBody, adminId: string): Promise<void> => {
    // Two changes at once would each add a plan.
    const found = await plans.lock(tx);
    const title = await titleOf(tx, courseId);
    const origin = { adminId, now: clock.now() };
    const audit = (change: AuditChange): Promise<void> =>
      recordAudit(tx, { at: origin.now, source: { kind: 'admin', id: adminId }, ...change });
    const { own, bundles } = await plansFor(tx, found, courseId);
    if (body.kind === 'bundles') {
      if (bundles.length === 0) throw fail('course_in_no_bundle');
      for (const { planId } of own) {
        await plans.remove(tx, planId, origin);
        await audit({ kind: 'plan_deleted', detail: { planId } });
      }
      return;
    }
    const [plan] = own;
    const fields = fieldsOf(body, { courseId, title, plan });
    if (plan === undefined) {
      const planId = await plans.create(tx, fields, origin);
      await audit({ kind: 'plan_created', detail: { planId } });
    } else {
      const { version } = await plans.change(tx, plan.planId, fields, origin);
      await audit({ kind: 'plan_changed', detail: { planId: plan.planId, version } });
    }
  };

  return {
    read,
    /** Throws `course_not_found`, `course_in_no_bundle`, `last_visible_plan` and `too_many_plans`. */
    set: async (courseId: string, body: CoursePriceBody, adminId: string): Promise<CoursePrice> => {
      await database.transaction((tx) => setIn(tx, courseId, body, adminId));
      return read(courseId);
    },
  };
};
