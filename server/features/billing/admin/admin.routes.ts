import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { type Actor, mayRead } from '#server/http/endpoint/actor.ts';
import type { Bind, RequestFacts } from '#server/http/endpoint/bind.ts';
import type { Sync } from '../sync/sync.ts';
import type { BillingAdmin } from './admin.ts';
import { paymentColumns } from './payment-list.ts';

/** Payments, the access of people, and plans. */
export const adminBillingRoutes = (bind: Bind, admin: BillingAdmin, planCheck: Sync['planCheck']): void => {
  const explain = async (userId: string, { actor: { key }, writer }: { actor: Actor } & Pick<RequestFacts, 'writer'>) =>
    admin.explain(userId, await writer(), { withPayments: mayRead(key, 'payments:read') });

  bind(api.payments, {
    list: ({ query }) => admin.sales(query.count),
  });

  bind(api.sales, {
    list: ({ query }) => admin.list.page(query),
    exportCsv: ({ query }) => attachment('payments.csv', csvOf(paymentColumns, admin.list.all(query))),
    toDo: () => admin.toDo(),
    detail: async ({ params: { paymentId }, writer }) => ({ payment: await admin.detail(paymentId, await writer()) }),
    refund: async ({ params: { paymentId }, body, actor, writer }) => {
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
        payment: await admin.detail(paymentId, await writer()),
      };
    },
    markHandled: async ({ params: { paymentId }, body: { reason }, actor, writer }) => {
      await admin.markResolved(paymentId, { adminId: actor.id, reason });
      return { payment: await admin.detail(paymentId, await writer()) };
    },
    planCheck: async ({ writer }) => ({ planCheck: await planCheck.report(await writer()) }),
    checkPlan: async ({ writer }) => {
      await planCheck.check();
      return { planCheck: await planCheck.report(await writer()) };
    },
  });

  bind(api.people, {
    explain: async (asked) => ({ access: await explain(asked.params.userId, asked) }),
    grant: async ({ params: { userId }, body: { untilDay, ...change }, actor, writer }) => {
      await admin.access.grant({ adminId: actor.id, userId, ...change }, untilDay);
      return { access: await explain(userId, { actor, writer }) };
    },
    extend: async ({ params: { userId }, body: { days, ...change }, actor, writer }) => {
      await admin.access.extend({ adminId: actor.id, userId, ...change }, days);
      return { access: await explain(userId, { actor, writer }) };
    },
    revoke: async ({ params: { userId }, body, actor, writer }) => {
      const endedRenewals = await admin.access.revoke({ adminId: actor.id, userId, ...body });
      return { access: await explain(userId, { actor, writer }), endedRenewals };
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
