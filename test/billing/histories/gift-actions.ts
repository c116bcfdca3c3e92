import assert from 'node:assert/strict';
import { type Action, pickOf } from './steps.ts';
import type { World } from './world.ts';

const actor = (id: string) => ({ id, role: 'USER', sessionHash: '', confirmedAt: 0 }) as const;

/** What givers and recipients do. Anyone who has a link may redeem the gift, the giver too. */
export const giftActions = ({ buyers }: World): Record<string, Action> => {
  const links: { giftId: string; token: string }[] = [];
  const redeemedBy = new Map<string, string>();
  return {
    link: async ({ pick }, { payments }, userId) => {
      const gift = pickOf(await payments.gifts.givenBy(userId), pick);
      if (!gift) return;
      const address = await payments.gifts.createLink(userId, gift._id);
      links.push({ giftId: gift._id, token: address.slice(address.lastIndexOf('/') + 1) });
    },
    redeem: async ({ pick }, { payments }) => {
      const link = pickOf(links.toReversed(), Math.floor(pick / 10) % 3);
      const userId = pickOf(buyers, pick);
      if (!link || userId === undefined) return;
      await payments.gifts.redeem(actor(userId), link.token);
      assert.equal(redeemedBy.get(link.giftId) ?? userId, userId, 'two people redeemed one gift');
      redeemedBy.set(link.giftId, userId);
    },
    returnGift: async ({ pick }, { payments }, userId) => {
      const gift = pickOf(await payments.gifts.givenBy(userId), pick);
      if (gift) await payments.gifts.refund(userId, gift._id);
    },
  };
};
