import type { Db } from '#server/database/database.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { CURRENCY, type Plan } from '../plans/plans.ts';
import { type NewProviderPlan, ProviderError, type SellingAccount } from '../provider/provider.ts';

const PERIODS = { day: 'daily', month: 'monthly', year: 'yearly' } as const;

/** The charge of a plan at the provider. Without a term that ends there is nothing to repeat. */
const providerPlanOf = ({ name, current }: Plan): NewProviderPlan => {
  const { term } = current;
  if (term.unit === 'lifetime' || term.unit === 'until') throw new Error('this term is not charged again');
  const money = { amountInPaise: current.priceInPaise, currency: CURRENCY };
  return { name, money, period: PERIODS[term.unit], interval: term.count };
};

const accountOf = ({ provider, keyId }: SellingAccount): string => `${provider.id} ${keyId}`;

const findRef = async (db: Db, versionId: string, account: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('provider_plans')
      .select('ref')
      .where('plan_version_id', '=', versionId)
      .where('account', '=', account)
      .executeTakeFirst()
  )?.ref;

const forget = (db: Db, versionId: string, account: string) =>
  db.deleteFrom('provider_plans').where('plan_version_id', '=', versionId).where('account', '=', account).execute();

/** Whether the account knows the plan and charges what it should. Throws ProviderError when it does not respond. */
const isRight = async (ref: string, plan: Plan, { provider }: SellingAccount): Promise<boolean> => {
  const { money, period, interval } = providerPlanOf(plan);
  try {
    const found = await provider.fetchPlan(ref);
    return found.money.amountInPaise === money.amountInPaise && found.period === period && found.interval === interval;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'rejected') return false;
    throw error;
  }
};

export type ProviderPlans = ReturnType<typeof createProviderPlans>;

/** The plans at the provider with which the plans of this school are charged. */
export const createProviderPlans = ({ database: { db }, clock }: BillingPlatform) => {
  /** Returns the plan that is stored first, also when another process makes one at the same time. */
  const make = async (plan: Plan, account: SellingAccount): Promise<string> => {
    const ref = await account.provider.createPlan(providerPlanOf(plan));
    const row = { plan_version_id: plan.current.id, account: accountOf(account) };
    await db
      .insertInto('provider_plans')
      .values({ ...row, ref, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['plan_version_id', 'account']).doNothing())
      .execute();
    return (await findRef(db, row.plan_version_id, row.account)) ?? ref;
  };

  /**
   * The plan with which the account charges the current version, created there when there is none yet; empty for a plan that
   * is paid once. Throws ProviderError.
   */
  const refOf = async (plan: Plan, account: SellingAccount): Promise<string> => {
    const { id, isBundle, cycles } = plan.current;
    if (isBundle && account.planRef !== '') return account.planRef;
    if (!isBundle && cycles === 1) return '';
    return (await findRef(db, id, accountOf(account))) ?? make(plan, account);
  };

  return {
    refOf,
    /** Creates the plans that these need and that the account lacks, and again those that it does not know or that differ. */
    check: async (plans: readonly Plan[], account: SellingAccount): Promise<void> => {
      for (const plan of plans) {
        const ref = await refOf(plan, account);
        if (ref === '' || ref === account.planRef || (await isRight(ref, plan, account))) continue;
        await forget(db, plan.current.id, accountOf(account));
        await make(plan, account);
      }
    },
  };
};
