import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Billing } from '../billing.ts';
import { termOf } from '../plans/plans.ts';

export const giftRoutes = (bind: Bind, { gifts, subscriptionOf }: Pick<Billing, 'gifts' | 'subscriptionOf'>) => {
  bind(api.gifts, {
    list: async ({ actor }) => ({ gifts: await gifts.givenBy(actor.id) }),
    createLink: async ({ actor, params: { giftId } }) => ({ link: await gifts.createLink(actor.id, giftId) }),
    change: async ({ actor, params: { giftId }, body }) => {
      const gift = await gifts.change(actor.id, giftId, body);
      return { gift };
    },
    refund: async ({ actor, params: { giftId } }) => {
      const gift = await gifts.refund(actor.id, giftId);
      return { gift };
    },
    view: async ({ body: { token }, findActor, pageLanguage: language }) => {
      const { gift, opens, planName, isRedeemed } = await gifts.view(token, { language, ...(await findActor()) });
      return {
        giverName: gift.giver_name,
        recipientName: gift.recipient_name,
        giftMessage: gift.message,
        planName,
        opens,
        term: termOf(gift),
        isRedeemed,
      };
    },
    redeem: async ({ actor, body: { token } }) => {
      await gifts.redeem(actor, token);
      return { subscription: await subscriptionOf(actor.id) };
    },
  });
};
