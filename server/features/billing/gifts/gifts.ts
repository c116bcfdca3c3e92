import { z } from 'zod';
import type { Gift as GiftItem, GiftBody } from '#contract/billing/gifts.ts';
import { DAY_MS, HOUR_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import { messages } from '#contract/messages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { languageFor } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { NewNotice } from '#server/notice-port.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { giftPaid, type Ledger } from '../ledger/ledger.ts';
import { assertSendDay, namerOf, openedTitles, sendTime, termOf } from '../plans/plans.ts';
import type { Refunds } from '../refunds/refunds.ts';
import { defineGiftTexts, giftEmail } from './gift-email.ts';
import { assertRedeemable, stateOf } from './gift-state.ts';
import {
  countFreeGifts,
  findGift,
  giftsOfGiver,
  insertLink,
  lockGift,
  type PaidGift,
  updateGift,
} from './gifts.queries.ts';
import { createRedeeming } from './redeeming.ts';

/** The giver can copy the link for any further one. */
const MAX_DELIVERIES = 10;
/** Free gifts that one user can give in a day: each sends an email to another person. */
const MAX_FREE_GIFTS = 10;
/** A gift whose payment has an open refund or dispute may still be sent. */
const NEXT_LOOK_MS = HOUR_MS;

/** The previous version schedules gifts as jobs. */
const sendGift = defineJob({
  name: 'billing.send-gift',
  lane: 'email',
  payload: z.object({ giftId: z.string(), delivery: z.int() }),
  waitsAfterJump: true,
});

type Item = z.input<typeof GiftItem>;

const toItem = (gift: PaidGift, planName: string): Item => ({
  _id: gift.id,
  state: stateOf(gift),
  recipientName: gift.recipient_name,
  recipientEmail: gift.recipient_email,
  message: gift.message,
  planName,
  amountInPaise: gift.amount_in_paise,
  paidAt: toInstant(gift.captured_at ?? 0),
  sendOn: gift.send_on,
  sentAt: toInstantOrNull(gift.sent_at),
  redeemedAt: toInstantOrNull(gift.redeemed_at),
  refundableUntil: toInstantOrNull(gift.refundable_until),
});

/** Throws `too_many_free_gifts`. */
export const assertMayGiveFree = async (tx: Tx, userId: string, now: number): Promise<void> => {
  if ((await countFreeGifts(tx, userId, now - DAY_MS)) >= MAX_FREE_GIFTS) throw fail('too_many_free_gifts');
};

const giftNotice = ({
  giftId,
  delivery,
  address,
}: {
  giftId: string;
  delivery: number;
  address: string;
}): NewNotice => ({
  address,
  dedupeKey: `gift:${giftId}:${delivery}`,
  content: { kind: 'gift', giftId, delivery },
});

/** Composes the emails of gifts, and records that they were sent. */
const emailGifts = (platform: BillingPlatform): void => {
  const { database, jobs, clock, settings, notices, mailer } = platform;
  const { db } = database;
  defineGiftTexts(mailer.texts);
  jobs.handle(sendGift, ({ giftId, delivery }) =>
    database.transaction(async (tx) => {
      const { recipient_email: address } = await lockGift(tx, giftId);
      await notices.notify(tx, [giftNotice({ giftId, delivery, address })]);
    }),
  );
  notices.setEmail('gift', {
    compose: async ({ giftId, delivery }) => {
      const gift = await findGift(db, giftId);
      if (!gift || gift.deliveries !== delivery || gift.sent_at !== null) return 'withdrawn';
      const state = stateOf(gift);
      if (state === 'refund_pending' || state === 'being_checked')
        return { postponeUntilMs: clock.now() + NEXT_LOOK_MS };
      if (state !== 'scheduled') return 'withdrawn';
      // The token is created here, so that only the email has it, never a notice.
      const token = await insertLink(db, giftId, clock.now());
      const { brandName: school } = await settings.school();
      const language = await languageFor(platform, {});
      const courses = (await openedTitles(db, [gift.plan_version_id], language)).get(gift.plan_version_id);
      return { email: giftEmail(gift, { token, school, courses }) };
    },
    sent: async (tx, { giftId }) => {
      const gift = await findGift(tx, giftId);
      if (!gift) return;
      const now = clock.now();
      await updateGift(tx, giftId, { sent_at: now });
      const { giver_id: userId, provider_payment_id: paymentId, recipient_email: email } = gift;
      const source = { kind: 'ledger' } as const;
      await recordAudit(tx, { at: now, source, userId, paymentId, kind: 'gift_sent', detail: { email } });
    },
  });
};

/**
 * Purchases for another person. The payment of a gift gives nobody access until the gift is redeemed; then the access is that
 * of the user who redeemed it. A gift is valid until then, unless it is refunded.
 */
export const createGifts = (platform: BillingPlatform, { ledger, refunds }: { ledger: Ledger; refunds: Refunds }) => {
  const { database, jobs, clock, settings, publicAddress, notices } = platform;
  const { db } = database;
  emailGifts(platform);

  const findOwn = async (userId: string, giftId: string, on: Db = db): Promise<PaidGift> => {
    const gift = await findGift(on, giftId);
    if (gift?.giver_id !== userId) throw fail('gift_not_found');
    return gift;
  };

  /** For their giver. */
  const present = async (userId: string, gifts: readonly PaidGift[]): Promise<Item[]> => {
    const nameOf = await namerOf(db, gifts, await languageFor(platform, { id: userId }));
    return gifts.map((gift) => toItem(gift, nameOf(gift)));
  };

  const presentOwn = async (userId: string, giftId: string): Promise<Item> => {
    const gift = await findOwn(userId, giftId);
    const nameOf = await namerOf(db, [gift], await languageFor(platform, { id: userId }));
    return toItem(gift, nameOf(gift));
  };

  /** A delivery that was planned before is not made. */
  const schedule = async (tx: Tx, giftId: string): Promise<void> => {
    const { deliveries, send_on: sendOn, recipient_email: address } = await lockGift(tx, giftId);
    if (deliveries >= MAX_DELIVERIES) throw fail('gift_sent_too_often');
    const delivery = deliveries + 1;
    await updateGift(tx, giftId, { deliveries: delivery, sent_at: null });
    const dueAtMs = sendTime(sendOn, await settings.calendar(tx), clock.now());
    await notices.notify(tx, [{ ...giftNotice({ giftId, delivery, address }), dueAtMs }]);
  };

  jobs.handle(giftPaid, ({ giftId }) => database.transaction((tx) => schedule(tx, giftId)));

  return {
    /** Takes a person who leaves out of the gifts that they were sent. */
    forgetRecipient: async (tx: Tx, email: string): Promise<void> => {
      const nobody = { recipient_name: messages.people.deletedAccount, recipient_email: '', message: '' };
      await tx.updateTable('gifts').set(nobody).where('recipient_email', '=', email).execute();
    },

    /** The gifts that a user bought, newest first. */
    givenBy: async (userId: string): Promise<Item[]> =>
      present(userId, await giftsOfGiver(db, userId, await settings.purchaseMode())),

    /** Returns another link to a gift of this user. Throws `gift_not_found`, `gift_redeemed` and `gift_not_valid`. */
    createLink: async (userId: string, giftId: string): Promise<string> => {
      assertRedeemable(await findOwn(userId, giftId));
      return `${await publicAddress()}/gift/${await insertLink(db, giftId, clock.now())}`;
    },

    /**
     * Changes for whom a gift is, and sends it again, on its day. With another address earlier links stop working. Throws as
     * `createLink`, and `gift_sent_too_often`; a free gift is emailed once, and throws `gift_sent_once` when it is due or sent.
     */
    change: async (userId: string, giftId: string, gift: GiftBody): Promise<Item> => {
      const { name, email, message, sendOn } = gift;
      await database.transaction(async (tx) => {
        await lockUsers(tx, [userId]);
        const known = await findOwn(userId, giftId, tx);
        const at = { calendar: await settings.calendar(tx), now: clock.now() };
        assertSendDay(sendOn, { ...at, path: 'sendOn', term: termOf(known) });
        assertRedeemable(known);
        const isDue = sendTime(known.send_on, at.calendar, at.now) <= at.now;
        if (known.amount_in_paise === 0 && isDue) throw fail('gift_sent_once');
        const changes = { recipient_name: name, recipient_email: email, message, send_on: sendOn ?? null };
        await updateGift(tx, giftId, changes);
        if (email !== known.recipient_email) await tx.deleteFrom('gift_links').where('gift_id', '=', giftId).execute();
        await schedule(tx, giftId);
      });
      return presentOwn(userId, giftId);
    },

    /** Refunds a gift that nobody has redeemed. Throws `gift_not_found`, `gift_redeemed` and `refund_not_possible`. */
    refund: async (userId: string, giftId: string): Promise<Item> => {
      const { provider_payment_id: paymentId } = await findOwn(userId, giftId);
      await refunds.refundGift({ paymentId, userId });
      return presentOwn(userId, giftId);
    },

    ...createRedeeming(platform, ledger),
  };
};
