import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { fileAnswer } from '#server/http/file-answer.ts';
import type { Implement } from '#server/http/implement.ts';
import type { PlanCheck } from '../preflight.ts';
import { paymentsCsv } from './payments-csv.ts';
import type { SalesDesk } from './sales-desk.ts';

const sentences = messages.admin;

export const salesRoutes = (implement: Implement, desk: SalesDesk, planCheck: PlanCheck): void => {
  implement(api.sales.list, async ({ query }) => ({
    message: sentences.paymentsFetched,
    ...(await desk.list.page(query)),
  }));

  implement(api.sales.exportCsv, ({ query }) => fileAnswer('payments.csv', paymentsCsv(desk.list.all(query))));

  implement(api.sales.toDo, async () => ({ message: sentences.toDoFetched, ...(await desk.toDo()) }));

  implement(api.sales.detail, async ({ params: { paymentId } }) => ({
    message: sentences.paymentFetched,
    payment: await desk.detail(paymentId),
  }));

  implement(api.sales.refund, async ({ params: { paymentId }, body: { amountInPaise, reason }, actor }) => {
    const outcome = await desk.giveBack({ paymentId, adminId: actor.id, reason, amountInPaise });
    return {
      message: outcome === 'initiated' ? sentences.refundInitiated : sentences.refundRequested,
      outcome,
      payment: await desk.detail(paymentId),
    };
  });

  implement(api.sales.markHandled, async ({ params: { paymentId }, body: { reason }, actor }) => {
    await desk.markHandled(paymentId, { adminId: actor.id, reason });
    return { message: sentences.handled, payment: await desk.detail(paymentId) };
  });

  implement(api.sales.preflight, async () => ({
    message: sentences.preflightFetched,
    preflight: await planCheck.report(),
  }));

  implement(api.sales.checkPreflight, async () => {
    await planCheck.check();
    return { message: sentences.preflightFetched, preflight: await planCheck.report() };
  });
};
