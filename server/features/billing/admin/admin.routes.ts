import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { type Actor, mayRead } from '#server/http/endpoint/actor.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Sync } from '../sync/sync.ts';
import type { BillingAdmin } from './admin.ts';
import { paymentColumns } from './payment-list.ts';

/** Payments, the access of people, and plans. */
export const adminBillingRoutes = (implement: Implement, admin: BillingAdmin, planCheck: Sync['planCheck']): void => {
  const explain = (userId: string, { key }: Actor) =>
    admin.explain(userId, { withPayments: mayRead(key, 'payments:read') });

  implement(api.payments.list, async ({ query }) => ({
    message: messages.payment.recordsFetched,
    ...(await admin.sales(query.count)),
  }));

  implement(api.sales.list, async ({ query }) => ({
    message: messages.admin.paymentsFetched,
    ...(await admin.list.page(query)),
  }));

  implement(api.sales.exportCsv, ({ query }) =>
    attachment('payments.csv', csvOf(paymentColumns, admin.list.all(query))),
  );

  implement(api.sales.toDo, async () => ({ message: messages.admin.toDoFetched, ...(await admin.toDo()) }));

  implement(api.sales.detail, async ({ params: { paymentId } }) => ({
    message: messages.admin.paymentFetched,
    payment: await admin.detail(paymentId),
  }));

  implement(api.sales.refund, async ({ params: { paymentId }, body, actor }) => {
    const { amountInPaise, reason, idempotencyKey: requestKey } = body;
    const { outcome, refund } = await admin.refund({
      paymentId,
      adminId: actor.id,
      reason,
      amountInPaise,
      requestKey,
    });
    return {
      message: outcome === 'initiated' ? messages.admin.refundInitiated : messages.admin.refundRequested,
      outcome,
      refund,
      payment: await admin.detail(paymentId),
    };
  });

  implement(api.sales.markHandled, async ({ params: { paymentId }, body: { reason }, actor }) => {
    await admin.markResolved(paymentId, { adminId: actor.id, reason });
    return { message: messages.admin.resolved, payment: await admin.detail(paymentId) };
  });

  implement(api.sales.planCheck, async () => ({
    message: messages.admin.planChecked,
    planCheck: await planCheck.report(),
  }));

  implement(api.sales.checkPlan, async () => {
    await planCheck.check();
    return { message: messages.admin.planChecked, planCheck: await planCheck.report() };
  });

  implement(api.people.explain, async ({ params: { userId }, actor }) => ({
    message: messages.admin.accessFetched,
    access: await explain(userId, actor),
  }));

  implement(api.people.grant, async ({ params: { userId }, body: { untilDay, ...change }, actor }) => {
    await admin.access.grant({ adminId: actor.id, userId, ...change }, untilDay);
    return { message: messages.admin.granted, access: await explain(userId, actor) };
  });

  implement(api.people.extend, async ({ params: { userId }, body: { days, ...change }, actor }) => {
    await admin.access.extend({ adminId: actor.id, userId, ...change }, days);
    return { message: messages.admin.extended, access: await explain(userId, actor) };
  });

  implement(api.people.revoke, async ({ params: { userId }, body, actor }) => {
    const endedRenewals = await admin.access.revoke({ adminId: actor.id, userId, ...body });
    return { message: messages.admin.revoked, access: await explain(userId, actor), endedRenewals };
  });

  implement(api.plans.listAll, async () => ({ message: messages.plans.fetched, plans: await admin.plans.list() }));

  implement(api.plans.create, async ({ body, actor }) => ({
    message: messages.plans.created,
    plan: await admin.plans.create(body, actor.id),
  }));

  implement(api.plans.change, async ({ params: { planId }, body, actor }) => ({
    message: messages.plans.changed,
    plan: await admin.plans.change(planId, body, actor.id),
  }));

  implement(api.plans.delete, async ({ params: { planId }, actor }) => {
    await admin.plans.remove(planId, actor.id);
    return { message: messages.plans.deleted };
  });
};
