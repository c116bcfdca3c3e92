import type { z } from 'zod';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { toInstant } from '#server/clock.ts';
import { coursesWithBatches } from '#server/database/batch-places.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type AuditChange, recordAudit } from '#server/audit/audit.ts';
import { countHolders, countMembers, EVERYTHING } from '../entitlement/entitlement.ts';
import {
  BUNDLE_ID,
  type ChangeOrigin,
  type PlanFields,
  type Plans,
  termsOfVersion,
  toPlanItem,
} from '../plans/plans.ts';
import { planSalesOfYear } from '../reports/reports.ts';

type AdminPlanItem = z.input<typeof AdminPlan>;
type Listed = Awaited<ReturnType<Plans['listAll']>>[number];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

interface Counted {
  /** By the versions of plans. */
  members: Map<string, number>;
  sales: Map<string, number>;
  holders: number;
}

const toAdminItem = (plan: Listed, { members, sales, holders }: Counted): AdminPlanItem => {
  const versions = plan.versions.map((row) => ({
    number: row.number,
    ...termsOfVersion(row),
    isRenewing: row.id === plan.current.id ? plan.current.isRenewing : row.is_renewing === 1,
    // The first version of the first plan is as old as the school.
    madeAt: row.created_at === 0 ? null : toInstant(row.created_at),
    members: members.get(row.id) ?? 0,
    salesInPaise: sales.get(row.id) ?? 0,
  }));
  return {
    ...toPlanItem(plan),
    isVisible: plan.isVisible,
    isSold: plan.isSold,
    isDefault: plan.id === BUNDLE_ID,
    members: sum(versions.map((version) => version.members)),
    holders,
    salesInPaise: sum(versions.map((version) => version.salesInPaise)),
    versions,
  };
};

/** Plans for admins; each change has an audit entry. */
export const createPlanAdmin = (
  { database, clock, settings }: BillingPlatform,
  { plans, recomputeHolders }: { plans: Plans; recomputeHolders: (tx: Tx, planId: string) => Promise<void> },
) => {
  const { db } = database;

  const list = async (): Promise<AdminPlanItem[]> => {
    const [mode, now] = [await settings.purchaseMode(), clock.now()];
    const members = await countMembers(db, mode, now);
    const sales = await planSalesOfYear(db, mode, now, await settings.calendar());
    const all = await plans.listAll();
    const versionIds = all.map(({ current }) => current.id);
    const holders = await countHolders(db, { mode, at: now }, { versionIds });
    return all.map((plan) => {
      const { id, opens } = plan.current;
      return toAdminItem(plan, { members, sales, holders: holders.get(opens === EVERYTHING ? opens : id) ?? 0 });
    });
  };

  const find = async (id: string): Promise<AdminPlanItem> => {
    const plan = (await list()).find(({ _id }) => _id === id);
    if (!plan) throw fail('plan_not_found');
    return plan;
  };

  const audit = (tx: Tx, { adminId, now: at }: ChangeOrigin, change: AuditChange): Promise<void> =>
    recordAudit(tx, { at, source: { kind: 'admin', id: adminId }, ...change });

  const changeIn = async (tx: Tx, planId: string, fields: PlanFields, adminId: string): Promise<void> => {
    const origin = { adminId, now: clock.now() };
    const { version, addedIds } = await plans.change(tx, planId, fields, origin);
    if (addedIds.length > 0) await recomputeHolders(tx, planId);
    await audit(tx, origin, { kind: 'plan_changed', detail: { planId, version } });
  };

  return {
    list,
    coursesWithBatches: async () => coursesWithBatches(db, (await settings.calendar()).dayOf(clock.now())),
    /** Changes the price of the plan that every school begins with, in the caller's transaction. */
    setFirstPrice: async (tx: Tx, adminId: string, priceInPaise: number): Promise<void> => {
      const { current, ...plan } = await plans.find(BUNDLE_ID);
      if (current.priceInPaise !== priceInPaise)
        await changeIn(tx, BUNDLE_ID, { ...plan, ...current, priceInPaise, parts: null }, adminId);
    },
    create: async (fields: PlanFields, adminId: string): Promise<AdminPlanItem> => {
      const origin = { adminId, now: clock.now() };
      const planId = await database.transaction(async (tx) => {
        const id = await plans.create(tx, fields, origin);
        await audit(tx, origin, { kind: 'plan_created', detail: { planId: id } });
        return id;
      });
      return find(planId);
    },
    change: async (planId: string, fields: PlanFields, adminId: string): Promise<AdminPlanItem> => {
      await database.transaction((tx) => changeIn(tx, planId, fields, adminId));
      return find(planId);
    },
    remove: (planId: string, adminId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const origin = { adminId, now: clock.now() };
        await plans.remove(tx, planId, origin);
        await audit(tx, origin, { kind: 'plan_deleted', detail: { planId } });
      }),
  };
};
