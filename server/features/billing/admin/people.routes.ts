import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { BillingAdmin } from './admin.ts';

export const adminPeopleRoutes = (implement: Implement, { access, explain }: BillingAdmin): void => {
  implement(api.people.explain, async ({ params: { userId } }) => ({
    message: messages.admin.accessFetched,
    access: await explain(userId),
  }));

  implement(api.people.grant, async ({ params: { userId }, body: { untilDay, reason }, actor }) => {
    await access.grant({ adminId: actor.id, userId, reason }, untilDay);
    return { message: messages.admin.granted, access: await explain(userId) };
  });

  implement(api.people.extend, async ({ params: { userId }, body: { days, reason }, actor }) => {
    await access.extend({ adminId: actor.id, userId, reason }, days);
    return { message: messages.admin.extended, access: await explain(userId) };
  });

  implement(api.people.revoke, async ({ params: { userId }, body: { reason }, actor }) => {
    await access.revoke({ adminId: actor.id, userId, reason });
    return { message: messages.admin.revoked, access: await explain(userId) };
  });
};
