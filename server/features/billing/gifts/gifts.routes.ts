import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { Billing } from '../billing.ts';

const sentences = messages.gifts;

export const giftRoutes = (
  implement: Implement,
  { gifts, subscriptionOf }: Pick<Billing, 'gifts' | 'subscriptionOf'>,
) => {
  implement(api.gifts.list, async ({ actor }) => ({
    message: sentences.fetched,
    gifts: await gifts.givenBy(actor.id),
  }));

  implement(api.gifts.createLink, async ({ actor, params: { giftId } }) => ({
    message: sentences.linkCreated,
    link: await gifts.createLink(actor.id, giftId),
  }));

  implement(api.gifts.change, async ({ actor, params: { giftId }, body }) => {
    const gift = await gifts.change(actor.id, giftId, body);
    return { message: sentences.changed, gift };
  });

  implement(api.gifts.refund, async ({ actor, params: { giftId } }) => {
    const gift = await gifts.refund(actor.id, giftId);
    return { message: sentences.cancelled, gift };
  });

  implement(api.gifts.view, async ({ body: { token }, findActor }) => {
    const { gift, isRedeemed } = await gifts.view(token, (await findActor())?.id);
    return {
      message: sentences.viewed,
      giverName: gift.giver_name,
      recipientName: gift.recipient_name,
      giftMessage: gift.message,
      planName: gift.plan_name,
      term: { unit: gift.term_unit, count: gift.term_count },
      isRedeemed,
    };
  });

  implement(api.gifts.redeem, async ({ actor, body: { token } }) => {
    await gifts.redeem(actor, token);
    return { message: sentences.redeemed, subscription: await subscriptionOf(actor.id) };
  });
};
