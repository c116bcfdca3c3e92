import type { z } from 'zod';
import type { AdminPlan } from '#contract/plans.ts';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { type AuditChange, recordAudit } from '../audit/audit.ts';
import { countMembers } from '../entitlement/entitlement.ts';
import type { BillingParts } from '../parts.ts';
import { BUNDLE_ID, type ChangeOrigin, type PlanFields, type Plans, toPlanItem } from '../plans/plans.ts';
import { planSalesOfYear } from '../reports/reports.ts';

type AdminPlanItem = z.input<typeof AdminPlan>;
type Listed = Awaited<ReturnType<Plans['listAll']>>[number];

export interface PlanAdmin {
  /** Changes the price of the plan that every school begins with, in the caller's transaction. */
  setFirstPrice(tx: Tx, adminId: string, priceInPaise: number): Promise<void>;
  list(): Promise<AdminPlanItem[]>;
  create(fields: PlanFields, adminId: string): Promise<AdminPlanItem>;
  change(id: string, fields: PlanFields, adminId: string): Promise<AdminPlanItem>;
  remove(id: string, adminId: string): Promise<void>;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const toAdminItem = (plan: Listed, members: Map<string, number>, sales: Map<string, number>): AdminPlanItem => {
  const versions = plan.versions.map((row) => ({
    number: row.number,
    priceInPaise: row.price_in_paise,
    term: { unit: row.term_unit, count: row.term_count },
    isRenewing: row.id === plan.current.id ? plan.current.isRenewing : row.is_renewing === 1,
    refundDays: row.refund_days,
    // The first version of the first plan is as old as the school.
    madeAt: row.created_at === 0 ? null : toInstant(row.created_at),
    members: members.get(row.id) ?? 0,
    salesInPaise: sales.get(row.id) ?? 0,
  }));
  return {
    ...toPlanItem(plan),
    isVisible: plan.isVisible,
    isDefault: plan.id === BUNDLE_ID,
    members: sum(versions.map((version) => version.members)),
    salesInPaise: sum(versions.map((version) => version.salesInPaise)),
    versions,
  };
};

/** What admins see of plans, and what they change, each change with an audit entry. */
export const createPlanAdmin = (parts: BillingParts, plans: Plans): PlanAdmin => {
  const { database, clock, settings } = parts;
  const { db } = database;

  const list = async (): Promise<AdminPlanItem[]> => {
    const [mode, now] = [await settings.purchaseMode(), clock.now()];
    const members = await countMembers(db, mode, now);
    const sales = await planSalesOfYear(db, mode, now, await settings.calendar());
    return (await plans.listAll()).map((plan) => toAdminItem(plan, members, sales));
  };

  const find = async (id: string): Promise<AdminPlanItem> => {
    const plan = (await list()).find(({ _id }) => _id === id);
    if (!plan) throw fail('plan_not_found');
    return plan;
  };

  const audited = <T>(
    adminId: string,
    work: (tx: Tx, origin: ChangeOrigin) => Promise<T>,
    entryOf: (result: T) => AuditChange,
  ): Promise<T> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const result = await work(tx, { adminId, now });
      await recordAudit(tx, { at: now, source: { kind: 'admin', id: adminId }, ...entryOf(result) });
      return result;
    });

  return {
    list,
    setFirstPrice: async (tx, adminId, priceInPaise) => {
      const { current, ...plan } = await plans.find(BUNDLE_ID);
      if (current.priceInPaise === priceInPaise) return;
      const origin = { adminId, now: clock.now() };
      const version = await plans.change(tx, BUNDLE_ID, { ...plan, ...current, priceInPaise }, origin);
      const source = { kind: 'admin', id: adminId } as const;
      const detail = { planId: BUNDLE_ID, version };
      await recordAudit(tx, { at: origin.now, source, kind: 'plan_changed', detail });
    },
    create: async (fields, adminId) =>
      find(
        await audited(
          adminId,
          (tx, origin) => plans.create(tx, fields, origin),
          (planId) => ({ kind: 'plan_created', detail: { planId } }),
        ),
      ),
    change: async (planId, fields, adminId) => {
      await audited(
        adminId,
        (tx, origin) => plans.change(tx, planId, fields, origin),
        (version) => ({ kind: 'plan_changed', detail: { planId, version } }),
      );
      return find(planId);
    },
    remove: (planId, adminId) =>
      audited(
        adminId,
        (tx, origin) => plans.remove(tx, planId, origin),
        () => ({ kind: 'plan_deleted', detail: { planId } }),
      ),
  };
};
