import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Billing } from '../billing.ts';

export const giftRoutes = (
  implement: Implement,
  { gifts, subscriptionOf }: Pick<Billing, 'gifts' | 'subscriptionOf'>,
) => {
  implement(api.gifts.list, async ({ actor }) => ({
    message: messages.gifts.fetched,
    gifts: await gifts.givenBy(actor.id),
  }));

  implement(api.gifts.createLink, async ({ actor, params: { giftId } }) => ({
    message: messages.gifts.linkCreated,
    link: await gifts.createLink(actor.id, giftId),
  }));

  implement(api.gifts.change, async ({ actor, params: { giftId }, body }) => {
    const gift = await gifts.change(actor.id, giftId, body);
    return { message: messages.gifts.changed, gift };
  });

  implement(api.gifts.refund, async ({ actor, params: { giftId } }) => {
    const gift = await gifts.refund(actor.id, giftId);
    return { message: messages.gifts.cancelled, gift };
  });

  implement(api.gifts.view, async ({ body: { token }, findActor }) => {
    const { gift, opens, isRedeemed } = await gifts.view(token, (await findActor())?.id);
    return {
      message: messages.gifts.viewed,
      giverName: gift.giver_name,
      recipientName: gift.recipient_name,
      giftMessage: gift.message,
      planName: gift.plan_name,
      opens,
      term: { unit: gift.term_unit, count: gift.term_count },
      isRedeemed,
    };
  });

  implement(api.gifts.redeem, async ({ actor, body: { token } }) => {
    await gifts.redeem(actor, token);
    return { message: messages.gifts.redeemed, subscription: await subscriptionOf(actor.id) };
  });
};
