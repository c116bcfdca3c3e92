import { messages } from '#contract/messages.ts';
import type { PlanTerm } from '#contract/plan-term.ts';
import type { Tx } from '#server/database/database.ts';
import type { PlanVersionRow } from '#server/database/plan-tables.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { BUNDLE_ID, isYearlyBundle, TOPIC } from './first-plan.ts';
import { findPlans, type FoundPlan, insertPlan, insertVersion, lastNumberOf, updatePlan } from './plans.queries.ts';

const MAX_PLANS = 50;

/** The input of an owner. */
export interface PlanFields {
  name: string;
  priceInPaise: number;
  comparePriceInPaise: number | null;
  term: PlanTerm;
  isRenewing: boolean;
  refundDays: number;
  isVisible: boolean;
}

export interface ChangeOrigin {
  adminId: string;
  now: number;
}

const termsOf = ({ priceInPaise, term, isRenewing, refundDays }: PlanFields) => ({
  price_in_paise: priceInPaise,
  term_unit: term.unit,
  term_count: term.unit === 'lifetime' ? 1 : term.count,
  is_renewing: isRenewing ? 1 : 0,
  refund_days: refundDays,
});

type Terms = ReturnType<typeof termsOf>;

const isSame = (row: FoundPlan, terms: Terms): boolean =>
  row.price_in_paise === terms.price_in_paise &&
  row.term_unit === terms.term_unit &&
  row.term_count === terms.term_count &&
  row.is_renewing === terms.is_renewing &&
  row.refund_days === terms.refund_days;

const rowOf = ({ name, comparePriceInPaise, isVisible }: PlanFields) => ({
  name,
  compare_price_in_paise: comparePriceInPaise,
  is_visible: isVisible ? 1 : 0,
});

/** Changes of plans, one at a time, in the caller's transaction. Every process sells by them from the commit on. */
export const createPlanChanges = ({ database: { topics }, config }: Pick<Platform, 'database' | 'config'>) => {
  /** The plans, locked against other changes until commit: a raised topic is a locked row. */
  const lockPlans = async (tx: Tx): Promise<FoundPlan[]> => {
    await topics.raise(tx, TOPIC);
    return findPlans(tx);
  };

  const addVersion = async (
    tx: Tx,
    planId: string,
    number: number,
    terms: Terms,
    { adminId, now }: ChangeOrigin,
  ): Promise<string> => {
    const row: PlanVersionRow = {
      id: newId(),
      plan_id: planId,
      number,
      ...terms,
      created_at: now,
      created_by: adminId,
    };
    await insertVersion(tx, row);
    return row.id;
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
    /** Returns the id of the new plan. Throws `too_many_plans`. */
    create: async (tx: Tx, fields: PlanFields, origin: ChangeOrigin): Promise<string> => {
      if ((await lockPlans(tx)).length >= MAX_PLANS) throw fail('too_many_plans');
      const { now } = origin;
      const id = newId();
      // The version refers to the plan, so the plan comes first and then gets its version.
      await insertPlan(tx, {
        id,
        ...rowOf(fields),
        version_id: '',
        created_at: now,
        updated_at: now,
        deleted_at: null,
      });
      await updatePlan(tx, id, { version_id: await addVersion(tx, id, 1, termsOf(fields), origin) });
      return id;
    },

    /** Returns the number of the version that is sold from now on. Throws `plan_not_found`, `last_visible_plan` and `setting_fixed`. */
    change: async (tx: Tx, id: string, fields: PlanFields, origin: ChangeOrigin): Promise<number> => {
      const { plan, isLastVisible } = await lockPlan(tx, id);
      if (isLastVisible && !fields.isVisible) throw fail('last_visible_plan');
      const terms = termsOfChange(id, fields);
      const changes = { ...rowOf(fields), updated_at: origin.now };
      if (isSame(plan, terms)) {
        await updatePlan(tx, id, changes);
        return plan.number;
      }
      const number = (await lastNumberOf(tx, id)) + 1;
      await updatePlan(tx, id, { ...changes, version_id: await addVersion(tx, id, number, terms, origin) });
      return number;
    },

    /** Ends the sale of a plan. Throws `plan_not_found`, `default_plan` and `last_visible_plan`. */
    remove: async (tx: Tx, id: string, { now }: ChangeOrigin): Promise<void> => {
      const { isLastVisible } = await lockPlan(tx, id);
      if (id === BUNDLE_ID) throw fail('default_plan');
      if (isLastVisible) throw fail('last_visible_plan');
      await updatePlan(tx, id, { updated_at: now, deleted_at: now });
    },
  };
};
