import { upiLink } from '#contract/billing/upi.ts';
import { waysOn } from '#contract/billing/way-settings.ts';
import type { OwnWay, Way } from '#contract/billing/way-names.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { cutPage, readCursor } from '#server/database/cursor.ts';
import { toInstant } from '#server/clock.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { MODES, orderNumberOf } from '../provider/provider.ts';
import { type Confirmer, createConfirming } from './confirming.ts';
import { runExpiry } from './expiry.ts';
import type { Order, OwnWaysNeeds } from './needs.ts';
import { createPictures } from './pictures.ts';
import { presentToAdmins } from './present.ts';
import { countWaiting, listDecided, listWaiting, summarizeWaiting, waitingOfUser } from './requests.queries.ts';
import { createRequests, endRequest } from './requests.ts';
import { createWarnings } from './warnings.ts';

export type { Confirmer } from './confirming.ts';
export { proofFiles } from './pictures.ts';

/** Offline payments: the ways that are offered, what buyers say, and what those confirm who see the money. */
export const createOwnWays = (platform: BillingPlatform, rooms: OwnWaysNeeds) => {
  const { database, settings } = platform;
  const { db } = database;
  const requests = createRequests(platform, rooms);
  const warningFor = createWarnings(platform, rooms);
  const confirming = createConfirming(platform, { ...rooms, warningFor });
  runExpiry(platform);

  const offered = async (): Promise<OwnWay[]> => waysOn(await settings.ways());

  return {
    /** The ways that are on. */
    offered,
    requests,
    confirming,
    pictures: createPictures(platform, { requests, confirming }),

    list: async () => {
      const ways = await settings.ways();
      const texts: Record<OwnWay, string> = {
        upi: ways.upiText,
        bank: ways.bankText,
        cash: ways.cashText,
        other: ways.otherText,
      };
      const own = waysOn(ways).map((way) => ({
        way,
        text: texts[way],
        ...(way === 'upi' ? { upiId: ways.upiId } : {}),
      }));
      const { isOn: isOnline } = await rooms.activeProvider.selling();
      const online: { way: Way; text: string }[] = isOnline ? [{ way: 'online', text: '' }] : [];
      const { contactEmail: email } = await settings.school();
      return {
        ways: [...online, ...own],
        ask: { name: ways.askName, hours: ways.askHours, phone: ways.askPhone, email },
      };
    },

    /** Throws `way_off` where no way is on, and as a checkout. */
    order: async (
      actor: Actor,
      { partsOf, upTo, ...order }: Order & { partsOf?: string | undefined; upTo?: number | undefined },
    ) => {
      const ways = await settings.ways();
      if (waysOn(ways).length === 0) throw fail('way_off');
      const { subscriptionId, expiresAt, isPaid, amountInPaise } = await (partsOf === undefined
        ? rooms.checkout.startOrder(actor, order)
        : rooms.checkout.parts.startOrder(actor.id, { paymentId: partsOf, upTo }));
      const number = orderNumberOf(subscriptionId);
      const payee = (await settings.seller()).name || (await settings.school()).brandName;
      const link = ways.upi && !isPaid ? upiLink({ upiId: ways.upiId, payee, amountInPaise, order: number }) : null;
      return { _id: subscriptionId, number, amountInPaise, keptUntil: toInstant(expiresAt), upiLink: link, isPaid };
    },

    listAll: async (
      confirmer: Confirmer,
      { state, limit, cursor }: { state: 'waiting' | 'decided'; limit: number; cursor?: string | undefined },
    ) => {
      const { courses } = confirmer;
      const filter = { mode: await settings.purchaseMode(), courses, after: readCursor(cursor) };
      const today = (await settings.calendar()).dayOf(platform.clock.now());
      const list = state === 'waiting' ? listWaiting : listDecided;
      const { page, nextCursor } = cutPage(await list(db, filter, limit + 1), limit, (row) =>
        state === 'waiting' ? row.created_at : row.decided_at,
      );
      return {
        requests: await presentToAdmins(db, page, { warningFor, seesPeople: courses === undefined, today }),
        nextCursor,
        waiting: await countWaiting(db, filter),
      };
    },

    /** How many wait, since when, and whose. */
    waiting: async () => summarizeWaiting(db, await settings.purchaseMode()),

    /** Withdraws what waits of a person who leaves, and removes their pictures. */
    forgetBuyer: async (tx: Tx, userId: string): Promise<void> => {
      await lockUsers(tx, [userId]);
      for (const mode of MODES)
        for (const row of await waitingOfUser(tx, userId, mode))
          await endRequest(platform, tx, row, {
            state: 'withdrawn',
            now: platform.clock.now(),
            source: { kind: 'rules' },
          });
      const pictures = await tx
        .selectFrom('payment_requests')
        .select('picture_key')
        .where('user_id', '=', userId)
        .where('picture_key', 'is not', null)
        .execute();
      await platform.files.removeLater(
        tx,
        pictures.map((row) => row.picture_key),
      );
    },
  };
};

export type OwnWays = ReturnType<typeof createOwnWays>;
