import type { Db, Tx } from '#server/database/database.ts';
import type { GiftRow } from '#server/database/tables/plans.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import type { Mode } from '../provider/provider.ts';

const MAX_GIFTS = 100;

/** Gifts that were paid, each with its payment, its plan and its giver. */
const paidGifts = (db: Db) =>
  db
    .selectFrom('gifts as g')
    .innerJoin('payments as p', 'p.provider_payment_id', 'g.payment_id')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .innerJoin('users as giver', 'giver.id', 'a.user_id')
    .selectAll('g')
    .select([
      'p.provider_payment_id',
      'p.mode',
      'p.standing',
      'p.amount_in_paise',
      'p.captured_at',
      'p.refundable_until',
      'p.redeemed_at',
      'p.user_id as holder_id',
      'a.user_id as giver_id',
      'giver.full_name as giver_name',
      'v.plan_id',
      'plan.name as plan_name',
      'a.plan_version_id',
      'v.opens',
      'v.term_unit',
      'v.term_count',
      'v.term_until',
    ]);

export type PaidGift = Awaited<ReturnType<ReturnType<typeof paidGifts>['executeTakeFirstOrThrow']>>;

export const findGift = (db: Db, id: string): Promise<PaidGift | undefined> =>
  paidGifts(db).where('g.id', '=', id).executeTakeFirst();

export const findGiftOfLink = (db: Db, tokenHash: string): Promise<PaidGift | undefined> =>
  paidGifts(db)
    .innerJoin('gift_links as link', 'link.gift_id', 'g.id')
    .where('link.token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Newest first. */
export const giftsOfGiver = (db: Db, userId: string, mode: Mode): Promise<PaidGift[]> =>
  paidGifts(db)
    .where('a.user_id', '=', userId)
    .where('p.mode', '=', mode)
    .orderBy('p.captured_at', 'desc')
    .orderBy('g.id')
    .limit(MAX_GIFTS)
    .execute();

/** How many gifts a user has given since then without paying for them. */
export const countFreeGifts = async (db: Db, userId: string, since: number): Promise<number> => {
  const { count } = await paidGifts(db)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('a.user_id', '=', userId)
    .where('p.amount_in_paise', '=', 0)
    .where('p.captured_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
};

/** The gift as it is now, locked until commit. */
export const lockGift = (tx: Tx, id: string): Promise<GiftRow> =>
  tx
    .updateTable('gifts')
    .set((eb) => ({ deliveries: eb.ref('deliveries') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateGift = (tx: Db, id: string, changes: Partial<GiftRow>) =>
  tx.updateTable('gifts').set(changes).where('id', '=', id).execute();

/** Returns the token of a new link. */
export const insertLink = async (db: Db, giftId: string, now: number): Promise<string> => {
  const token = newSecret();
  const link = { token_hash: secretDigest(token), gift_id: giftId, created_at: now };
  await db.insertInto('gift_links').values(link).execute();
  return token;
};
