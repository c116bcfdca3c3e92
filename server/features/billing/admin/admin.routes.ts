import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { type Actor, mayRead } from '#server/http/endpoint/actor.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Sync } from '../sync/sync.ts';
import type { BillingAdmin } from './admin.ts';
import { paymentColumns } from './payment-list.ts';

/** Payments, the access of people, and plans. */
export const adminBillingRoutes = (bind: Bind, admin: BillingAdmin, planCheck: Sync['planCheck']): void => {
  const explain = (userId: string, { key }: Actor) =>
    admin.explain(userId, { withPayments: mayRead(key, 'payments:read') });

  bind(api.payments, {
    list: ({ query }) => admin.sales(query.count),
  });

  bind(api.sales, {
    list: ({ query }) => admin.list.page(query),
    exportCsv: ({ query }) => attachment('payments.csv', csvOf(paymentColumns, admin.list.all(query))),
    toDo: () => admin.toDo(),
    detail: async ({ params: { paymentId } }) => ({ payment: await admin.detail(paymentId) }),
    refund: async ({ params: { paymentId }, body, actor }) => {
      const { amountInPaise, reason, idempotencyKey: requestKey, paidBackBy } = body;
      const { outcome, refund } = await admin.refund({
        paymentId,
        adminId: actor.id,
        reason,
        amountInPaise,
        requestKey,
        settled: paidBackBy && { how: paidBackBy.way, reference: paidBackBy.reference },
      });
      return {
        message: outcome === 'initiated' ? messages.admin.refundInitiated : messages.admin.refundRequested,
        outcome,
        refund,
        payment: await admin.detail(paymentId),
      };
    },
    markHandled: async ({ params: { paymentId }, body: { reason }, actor }) => {
      await admin.markResolved(paymentId, { adminId: actor.id, reason });
      return { payment: await admin.detail(paymentId) };
    },
    planCheck: async () => ({ planCheck: await planCheck.report() }),
    checkPlan: async () => {
      await planCheck.check();
      return { planCheck: await planCheck.report() };
    },
  });

  bind(api.people, {
    explain: async ({ params: { userId }, actor }) => ({ access: await explain(userId, actor) }),
    grant: async ({ params: { userId }, body: { untilDay, ...change }, actor }) => {
      await admin.access.grant({ adminId: actor.id, userId, ...change }, untilDay);
      return { access: await explain(userId, actor) };
    },
    extend: async ({ params: { userId }, body: { days, ...change }, actor }) => {
      await admin.access.extend({ adminId: actor.id, userId, ...change }, days);
      return { access: await explain(userId, actor) };
    },
    revoke: async ({ params: { userId }, body, actor }) => {
      const endedRenewals = await admin.access.revoke({ adminId: actor.id, userId, ...body });
      return { access: await explain(userId, actor), endedRenewals };
    },
  });

  bind(api.coursePrices, {
    read: async ({ params: { courseId } }) => ({ price: await admin.coursePrices.read(courseId) }),
    set: async ({ params: { courseId }, body, actor }) => ({
      price: await admin.coursePrices.set(courseId, body, actor.id),
    }),
  });

  bind(api.plans, {
    listAll: async () => ({
      plans: await admin.plans.list(),
      coursesWithBatches: await admin.plans.coursesWithBatches(),
    }),
    create: async ({ body, actor }) => ({ plan: await admin.plans.create(body, actor.id) }),
    change: async ({ params: { planId }, body, actor }) => ({ plan: await admin.plans.change(planId, body, actor.id) }),
    delete: ({ params: { planId }, actor }) => admin.plans.remove(planId, actor.id),
  });
};
