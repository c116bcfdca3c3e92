import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/attachment.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { Sync } from '../sync/sync.ts';
import type { BillingAdmin } from './admin.ts';
import { csvOf } from '#server/http/csv.ts';
import { paymentColumns } from './payment-list.ts';

export const adminPaymentRoutes = (implement: Implement, admin: BillingAdmin, planCheck: Sync['planCheck']): void => {
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
    await admin.markHandled(paymentId, { adminId: actor.id, reason });
    return { message: messages.admin.handled, payment: await admin.detail(paymentId) };
  });

  implement(api.sales.planCheck, async () => ({
    message: messages.admin.planChecked,
    planCheck: await planCheck.report(),
  }));

  implement(api.sales.checkPlan, async () => {
    await planCheck.check();
    return { message: messages.admin.planChecked, planCheck: await planCheck.report() };
  });
};
