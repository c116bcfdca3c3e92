import type { Opened } from '#contract/access/rights.ts';
import { formatCalendarDay } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { languageFor } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { secretDigest } from '#server/ids.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { accessHistoryOf, courseEntitlement, EVERYTHING, type Scope } from '../entitlement/entitlement.ts';
import { type Ledger, lockExistingPayment } from '../ledger/ledger.ts';
import {
  coursesOf,
  fixedEndOf,
  isForLife,
  isOver,
  openedCourses,
  openedOf,
  planNames,
  termOf,
} from '../plans/plans.ts';
import { assertRedeemable, assertValid } from './gift-state.ts';
import { findGiftOfLink, type PaidGift } from './gifts.queries.ts';

export const createRedeeming = (platform: BillingPlatform, ledger: Ledger) => {
  const { database, clock, settings } = platform;
  /** Throws `gift_not_found`, also for a gift that was bought in the other mode. */
  const findByToken = async (token: string, db = database.db): Promise<PaidGift> => {
    const gift = await findGiftOfLink(db, secretDigest(token));
    if (gift?.mode !== (await settings.purchaseMode())) throw fail('gift_not_found');
    return gift;
  };

  /** Throws `gift_not_valid` for one that ended on a date. */
  const assertComing = async (gift: PaidGift, on: Db): Promise<void> => {
    const term = termOf(gift);
    const today = (await settings.calendar(on)).dayOf(clock.now());
    if (term.unit === 'until' && isOver(term, { today }))
      throw fail('gift_not_valid', { message: messages.gifts.ended(formatCalendarDay(term.date)) });
  };

  /** Throws `gift_not_needed` for a user who has everything that the gift opens for life, or as long as the gift. */
  const assertNeeded = async (tx: Tx, userId: string, gift: PaidGift): Promise<void> => {
    const { mode, plan_version_id: versionId } = gift;
    const history = await accessHistoryOf(tx, userId, mode);
    const term = termOf(gift);
    const last = fixedEndOf(term, await settings.calendar(tx)) ?? Infinity;
    const endsAt = (scope: Scope): number => courseEntitlement(history, clock.now(), scope).endsAt ?? 0;
    const scopes = (await coursesOf(tx, [versionId])).get(versionId) ?? [EVERYTHING];
    if (scopes.every((scope) => isForLife(endsAt(scope)))) throw fail('gift_not_needed');
    if (term.unit === 'until' && scopes.every((scope) => endsAt(scope) >= last))
      throw fail('gift_not_needed', { message: messages.gifts.notNeededUntil(formatCalendarDay(term.date)) });
  };

  return {
    /**
     * The gift of a link, and whether the viewer has redeemed it. Throws `gift_not_found`, `gift_not_valid`, and
     * `gift_redeemed` for one that another user has redeemed.
     */
    view: async (
      token: string,
      viewer: Partial<Actor>,
    ): Promise<{ gift: PaidGift; opens: Opened; planName: string; isRedeemed: boolean }> => {
      const gift = await findByToken(token);
      const isRedeemed = gift.redeemed_at !== null && gift.holder_id === viewer.id;
      if (isRedeemed) assertValid(gift);
      else {
        assertRedeemable(gift);
        await assertComing(gift, database.db);
      }
      const language = await languageFor(platform, viewer);
      const opens = openedOf(gift, await openedCourses(database.db, [gift.plan_version_id], language));
      const names = await planNames(database.db, [gift.plan_version_id], language);
      return { gift, opens, planName: names.get(gift.plan_version_id) ?? gift.plan_name, isRedeemed };
    },

    /** However often and by however many it is called at once, one user gets the access. Throws as `view`, and `gift_not_needed`. */
    redeem: ({ id, role }: Actor, token: string): Promise<void> =>
      database.transaction(async (tx) => {
        if (role === 'ADMIN') throw fail('admin_has_access');
        await lockUsers(tx, [(await findByToken(token, tx)).giver_id, id]);
        const gift = await findByToken(token, tx);
        const payment = await lockExistingPayment(tx, gift.provider_payment_id, clock.now());
        if (payment.redeemed_at !== null && payment.user_id === id) return;
        assertRedeemable(payment);
        await assertComing(gift, tx);
        await assertNeeded(tx, id, gift);
        await ledger.redeemGift(tx, { id: gift.id, payment }, id);
      }),
  };
};
