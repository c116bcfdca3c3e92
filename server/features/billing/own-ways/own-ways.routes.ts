import { api } from '#contract/api.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Billing } from '../billing.ts';
import type { Confirmer } from './own-ways.ts';

export const ownWayRoutes = (bind: Bind, billing: Billing, policy: Pick<CoursePolicy, 'staffOf'>): void => {
  const { ownWays, admin, wayReport } = billing;
  const { requests, confirming, pictures } = ownWays;
  const confirmerOf = async (actor: Actor): Promise<Confirmer> => ({
    id: actor.id,
    courses: await policy.staffOf(actor),
  });

  bind(api.ways, {
    list: () => ownWays.list(),
    order: async ({ actor, body: { couponCode, ...order }, address }) => ({
      order: await ownWays.order(actor, { ...order, coupon: couponCode ? { code: couponCode, address } : undefined }),
    }),
    send: async ({ actor, body, address }) => ({ request: await requests.send(actor, body, address) }),
    mine: async ({ actor }) => ({ requests: await requests.mine(actor) }),
    withdraw: async ({ actor, params }) => ({ request: await requests.withdraw(actor.id, params.requestId) }),
    sendPicture: async ({ actor, params, files }) => ({
      request: await pictures.send(actor.id, params.requestId, files.picture),
    }),
    listAll: async ({ actor, query }) => ownWays.listAll(await confirmerOf(actor), query),
    picture: async ({ actor, params: { requestId } }) =>
      attachment(`${requestId}.webp`, await pictures.read(await confirmerOf(actor), requestId)),
    confirm: async ({ actor, params, body }) => confirming.confirm(await confirmerOf(actor), params.requestId, body),
    refuse: async ({ actor, params, body: { reason } }) => ({
      request: await confirming.refuse(await confirmerOf(actor), params.requestId, reason),
    }),
    record: async ({ actor, params: { userId }, body }) => ({
      payment: await confirming.record(await confirmerOf(actor), userId, body),
    }),
    payBack: async ({ actor, params: { paymentId }, body, writer }) => {
      await admin.payBack(paymentId, { adminId: actor.id, ...body });
      return { payment: await admin.detail(paymentId, await writer()) };
    },
    reverse: async ({ actor, params: { paymentId }, body: { reason }, writer }) => {
      await admin.reverse(paymentId, { adminId: actor.id, reason });
      return { payment: await admin.detail(paymentId, await writer()) };
    },
    sums: ({ query }) => wayReport(query),
  });
};
