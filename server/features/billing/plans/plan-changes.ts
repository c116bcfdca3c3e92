import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { PlanBody } from '#contract/billing/plans.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import type { PlanVersionRow } from '#server/database/tables/plans.ts';
import { fail, invalidField } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { BUNDLE_ID, isYearlyBundle, TOPIC } from './first-plan.ts';
import {
  addCourses,
  coursesOf,
  existingCourses,
  findPlans,
  type FoundPlan,
  insertPlan,
  insertVersion,
  titlesOf,
  updatePlan,
  versionsOf,
} from './plans.queries.ts';
import { isOver, termColumns, termOf } from './term.ts';

const MAX_PLANS = 200;
/** Until a date that lies farther away, access is for life. */
const MAX_YEARS = 10;

/** The input of an owner. */
export type PlanFields = z.output<typeof PlanBody>;

export interface ChangeOrigin {
  adminId: string;
  now: number;
}

const termsOf = ({ priceInPaise, term, isRenewing, refundDays, opens, parts }: PlanFields) => ({
  price_in_paise: priceInPaise,
  ...termColumns(term),
  is_renewing: isRenewing ? 1 : 0,
  refund_days: refundDays,
  parts: parts === null ? null : JSON.stringify(parts),
  opens: opens === 'everything' ? ('everything' as const) : ('courses' as const),
});

const courseIdsOf = ({ opens }: Pick<PlanFields, 'opens'>): string[] => (opens === 'everything' ? [] : opens.courseIds);

type Terms = ReturnType<typeof termsOf>;

const isSame = (plan: FoundPlan, terms: Terms): boolean => isDeepStrictEqual({ ...plan, ...terms }, { ...plan });

const partsOf = (fields: PlanFields) => ({ terms: termsOf(fields), courseIds: courseIdsOf(fields) });

const rowOf = ({ name, comparePriceInPaise, isVisible }: PlanFields) => ({
  name,
  compare_price_in_paise: comparePriceInPaise,
  is_visible: isVisible ? 1 : 0,
});

const titled = async (tx: Tx, courseIds: readonly string[]): Promise<string[]> =>
  [...(await titlesOf(tx, courseIds)).values()].toSorted();

/** Changes of plans, one at a time, in the caller's transaction. Every process sells by them from the commit on. */
export const createPlanChanges = ({ database: { topics }, config, settings }: BillingPlatform) => {
  /** The plans, locked against other changes until commit: a raised topic is a locked row. */
  const lockPlans = async (tx: Tx): Promise<FoundPlan[]> => {
    await topics.raise(tx, TOPIC);
    return findPlans(tx);
  };

  /** Returns the id of the new version. */
  const addVersion = async (
    tx: Tx,
    version: Pick<PlanVersionRow, 'plan_id' | 'number'>,
    { terms, courseIds }: { terms: Terms; courseIds: readonly string[] },
    { adminId, now }: ChangeOrigin,
  ): Promise<string> => {
    const id = newId();
    await insertVersion(tx, { id, ...version, ...terms, created_at: now, created_by: adminId });
    await addCourses(tx, [id], { courseIds, addedAt: 0 });
    return id;
  };

  const assertCourses = async (tx: Tx, fields: PlanFields): Promise<void> => {
    const ids = courseIdsOf(fields);
    if (ids.length > 0 && (await existingCourses(tx, ids)).length < ids.length) throw fail('course_not_found');
  };

  /** Nobody could buy what has ended. Throws `validation_failed`. */
  const assertComing = async (tx: Tx, { term }: PlanFields, now: number): Promise<void> => {
    if (term.unit !== 'until') return;
    const calendar = await settings.calendar(tx);
    if (isOver(term, { today: calendar.dayOf(now) })) throw invalidField('term.date', messages.plans.datePast);
    if (term.date > calendar.dayOf(calendar.add(now, MAX_YEARS, 'year')))
      throw invalidField('term.date', messages.plans.termTooLong);
  };

  const lockPlan = async (tx: Tx, id: string): Promise<{ plan: FoundPlan; isLastVisible: boolean }> => {
    const plans = await lockPlans(tx);
    const plan = plans.find((one) => one.id === id);
    if (!plan) throw fail('plan_not_found');
    return { plan, isLastVisible: plans.every((one) => one.id === id || one.is_visible === 0) };
  };

  /** Where the configuration says that the yearly bundle renews, the version leaves that to it. */
  const termsOfChange = (id: string, fields: PlanFields): Terms => {
    if (config.subscriptionCycles === 1 || !isYearlyBundle(id, fields.term)) return termsOf(fields);
    const message = messages.settings.fixed('SUBSCRIPTION_CYCLES');
    if (!fields.isRenewing) throw fail('setting_fixed', { message, details: [{ path: 'isRenewing', message }] });
    return termsOf({ ...fields, isRenewing: false });
  };

  return {
    /** Keeps others from changing plans until commit, and returns them. */
    lock: lockPlans,
    /** Returns the id of the new plan. Throws `too_many_plans`. */
    create: async (tx: Tx, fields: PlanFields, origin: ChangeOrigin): Promise<string> => {
      if ((await lockPlans(tx)).length >= MAX_PLANS) throw fail('too_many_plans');
      await assertCourses(tx, fields);
      await assertComing(tx, fields, origin.now);
      const { now } = origin;
      const id = newId();
      const courses = await titled(tx, courseIdsOf(fields));
      recordChange({ name: fields.name, after: { ...rowOf(fields), ...termsOf(fields), courses } });
      // The version refers to the plan, so the plan comes first and then gets its version.
      await insertPlan(tx, {
        id,
        ...rowOf(fields),
        version_id: '',
        language: (await settings.languages(tx)).language,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      });
      await updatePlan(tx, id, {
        version_id: await addVersion(tx, { plan_id: id, number: 1 }, partsOf(fields), origin),
      });
      return id;
    },

    /**
     * Returns the number of the version that is sold from now on, and the courses that people who bought an earlier one get
     * at once: a course is added to every version, and taken from later buyers only, with a new one. Throws `plan_not_found`,
     * `last_visible_plan`, `setting_fixed`, `default_plan_scope` and `course_not_found`.
     */
    change: async (
      tx: Tx,
      id: string,
      fields: PlanFields,
      origin: ChangeOrigin,
    ): Promise<{ version: number; addedIds: string[] }> => {
      const { plan, isLastVisible } = await lockPlan(tx, id);
      if (isLastVisible && !fields.isVisible) throw fail('last_visible_plan');
      if (id === BUNDLE_ID && fields.opens !== 'everything') throw fail('default_plan_scope');
      await assertCourses(tx, fields);
      const terms = termsOfChange(id, fields);
      if (terms.term_until !== plan.term_until) await assertComing(tx, fields, origin.now);
      const versions = await versionsOf(tx, [id]);
      const known = (await coursesOf(tx, [plan.version_id])).get(plan.version_id) ?? [];
      const courseIds = courseIdsOf(fields);
      const addedIds = plan.opens === 'courses' ? courseIds.filter((one) => !known.includes(one)) : [];
      const keepsCourses = known.every((one) => courseIds.includes(one));
      const changes = { ...rowOf(fields), updated_at: origin.now };
      recordChange({
        name: plan.name,
        before: { ...plan, courses: await titled(tx, known) },
        after: { ...changes, ...terms, courses: await titled(tx, courseIds) },
      });
      const withCourses = versions.filter(({ opens }) => opens === 'courses').map((version) => version.id);
      await addCourses(tx, withCourses, { courseIds: addedIds, addedAt: origin.now });
      if (isSame(plan, terms) && keepsCourses) {
        await updatePlan(tx, id, changes);
        return { version: plan.number, addedIds };
      }
      const number = (versions[0]?.number ?? 0) + 1;
      const versionId = await addVersion(tx, { plan_id: id, number }, { terms, courseIds }, origin);
      await updatePlan(tx, id, { ...changes, version_id: versionId });
      return { version: number, addedIds };
    },

    /** Ends the sale of a plan. Throws `plan_not_found`, `default_plan` and `last_visible_plan`. */
    remove: async (tx: Tx, id: string, { now }: ChangeOrigin): Promise<void> => {
      const { plan, isLastVisible } = await lockPlan(tx, id);
      if (id === BUNDLE_ID) throw fail('default_plan');
      if (isLastVisible) throw fail('last_visible_plan');
      const { name, price_in_paise, refund_days, is_visible } = plan;
      recordChange({ name, before: { price_in_paise, ...termColumns(termOf(plan)), refund_days, is_visible } });
      await updatePlan(tx, id, { updated_at: now, deleted_at: now });
    },
  };
};
