import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { PaymentRequest } from '#contract/billing/way-fields.ts';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { isUsualReference, referenceKey, waysSharing } from '#contract/billing/way-reference.ts';
import { waysOn, type WaySettings } from '#contract/billing/way-settings.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { DAY_MS } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { PaymentRequestRow } from '#server/database/tables/payment-requests.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { assertNotOver, termOf } from '../plans/plans.ts';
import { findAttempt, updateAttempt } from '../purchase-rows/purchase-rows.ts';
import { keepPlace } from './chosen-batches.ts';
import type { OwnWaysNeeds } from './needs.ts';
import { noticed, orderOf, partsPaidOf, presentToBuyer, waitsFor } from './present.ts';
import {
  countSince,
  findOrder,
  findPayableOrder,
  findRequest,
  insertRequest,
  isNamed,
  listConfirmers,
  requestCountedBy,
  type RequestRow,
  requestsOfUser,
  updateRequest,
  waitingOfUser,
} from './requests.queries.ts';

/** How long a request keeps its price and its coupon. */
const KEPT_MS = 7 * DAY_MS;
const MAX_WAITING = 5;
const MAX_TRIES = 5;
/** Those who confirm get an email about each. */
const MAX_IN_A_DAY = 10;
/** How far back a payment may lie. */
const MAX_DAYS_BACK = 400;
/** The attempt of a request: no checkout continues it. */
const STATED = 'stated';

type Sent = z.output<typeof api.ways.send.body>;

const words = messages.ways;

/** Throws `validation_failed` for a day to come, and for one that lies too far back. */
export const assertDay = (day: string, field: string, { today, now }: { today: string; now: number }): void => {
  if (day > today) throw invalidField(field, words.dayInFuture);
  if (Date.parse(day) < now - MAX_DAYS_BACK * DAY_MS) throw invalidField(field, words.dayTooEarly);
};

/** Throws `validation_failed` for a way that needs a reference. */
export const assertReference = (way: OwnWay, reference: string): void => {
  const needsOne = way === 'upi' || way === 'bank';
  if (needsOne && referenceKey(reference) === '') throw invalidField('reference', words.referenceMissing);
};

/** The columns of a request that nothing is decided about. */
export const newRequest = (
  row: Pick<
    PaymentRequestRow,
    'user_id' | 'attempt_id' | 'mode' | 'way' | 'reference' | 'paid_on' | 'expires_at' | 'created_at'
  > &
    Partial<PaymentRequestRow>,
): PaymentRequestRow => ({
  id: newId(),
  course_id: null,
  reference_key: referenceKey(row.reference),
  counted_key: null,
  stated_in_paise: null,
  picture_key: null,
  state: 'waiting',
  reason: '',
  payment_id: null,
  received_on: null,
  excess_in_paise: 0,
  request_key: null,
  decided_at: null,
  decided_by: null,
  updated_at: row.created_at,
  ...row,
});

/** Ends what waits, in the caller's transaction, which has locked its buyer, and frees what its attempt keeps. False when it is decided. */
export const endRequest = async (
  { notices }: Pick<BillingPlatform, 'notices'>,
  tx: Tx,
  row: RequestRow,
  {
    state,
    now,
    source,
    reason = '',
    decidedBy = null,
  }: {
    state: 'refused' | 'withdrawn' | 'expired';
    now: number;
    source: Parameters<typeof recordAudit>[1]['source'];
    reason?: string;
    decidedBy?: string | null;
  },
): Promise<boolean> => {
  const changes = { state, reason, decided_at: now, decided_by: decidedBy, updated_at: now };
  if (!(await hasRow(updateRequest(tx, row.id, changes).where('state', '=', 'waiting').returning('id')))) return false;
  await updateAttempt(tx, row.attempt_id, { state: 'settled', updated_at: now }).execute();
  await notices.withdraw(tx, [waitsFor(row.id)]);
  const about = { at: now, source, userId: row.user_id, attemptId: row.attempt_id };
  await recordAudit(tx, { ...about, kind: 'payment_request_ended', detail: { state, reason } });
  return true;
};

/** The requests of buyers: money that they say they have paid to the school itself. */
export const createRequests = (platform: BillingPlatform, { checkout, places }: OwnWaysNeeds) => {
  const { database, clock, settings, notices } = platform;
  const { db } = database;

  const assertOffered = async (way: OwnWay): Promise<WaySettings> => {
    const offered = await settings.ways();
    if (!waysOn(offered).includes(way)) throw fail('way_off');
    return offered;
  };

  /**
   * The order that is named, at the price that was shown, else a new one: what was paid is never taken for something else. Throws
   * `payment_request_decided`, `payment_request_not_found` for an order that is not kept, and `plan_not_found`.
   */
  const orderToPay = async (actor: Actor, sent: Sent, address: string): Promise<PaymentAttemptRow> => {
    const { planId, orderId, couponCode, batchId, gift, state, business, inParts, partsOf } = sent;
    if (orderId !== undefined) {
      const order = { ref: orderId, userId: actor.id, planId, now: clock.now(), keptMs: KEPT_MS };
      const found = await findPayableOrder(db, order);
      if (found) {
        if (found.parts_of === null)
          assertNotOver(termOf(found), { today: (await settings.calendar()).dayOf(clock.now()) });
        return found;
      }
      const own = await requestsOfUser(db, actor.id, await settings.purchaseMode());
      throw fail(own.some(isNamed(orderId)) ? 'payment_request_decided' : 'payment_request_not_found');
    }
    const coupon = couponCode ? { code: couponCode, address } : undefined;
    const { subscriptionId, isPaid } = await (partsOf === undefined
      ? checkout.startOrder(actor, { planId, coupon, gift, batchId, state, business, inParts })
      : checkout.parts.startOrder(actor.id, { paymentId: partsOf }));
    if (isPaid) throw fail('already_covered');
    return findOrder(db, subscriptionId);
  };

  /** The request that a repetition changes: of the order that is named, else of the same plan and for the same person. */
  const sameOf = (waiting: readonly RequestRow[], { planId, gift, orderId }: Sent): RequestRow | undefined =>
    waiting.find(
      orderId === undefined
        ? (row) => row.plan_id === planId && row.recipient_email === (gift?.email ?? null)
        : isNamed(orderId),
    );

  const assertUnused = async (tx: Tx, way: OwnWay, reference: string, own: readonly RequestRow[]): Promise<void> => {
    const key = referenceKey(reference);
    if (key === '') return;
    const mine = own.find((row) => waysSharing(way).includes(row.way) && row.reference_key === key);
    if (mine) throw fail('reference_used', { message: words.usedByYou(orderOf(mine)) });
    if (await requestCountedBy(tx, way, key)) throw fail('reference_used');
  };

  /** Tells the buyer, and those who confirm. */
  const announce = async (tx: Tx, row: RequestRow, offered: WaySettings): Promise<void> => {
    const parts = (await partsPaidOf(tx, [row]))(row);
    const content = {
      ...noticed(row),
      ...(parts && { parts }),
      amountInPaise: row.stated_in_paise ?? row.amount_in_paise,
    };
    const toConfirm = await listConfirmers(tx, { versionId: row.plan_version_id, withStaff: offered.staffRecords });
    await notices.notify(tx, [
      {
        userId: row.user_id,
        dedupeKey: `payment_request:${row.id}:waiting`,
        content: { kind: 'payment_request', state: 'waiting', reason: '', ...content },
      },
      ...toConfirm.map((userId) => ({
        userId,
        dedupeKey: `${waitsFor(row.id)}:${userId}`,
        subject: waitsFor(row.id),
        content: { kind: 'payment_waits', byName: row.full_name, how: row.way, ...content } as const,
      })),
    ]);
  };

  /** Undefined where neither what waited nor the order does any more: another call was first. */
  const store = (
    { id: userId }: Actor,
    sent: Sent,
    { attempt, offered }: { attempt: PaymentAttemptRow | undefined; offered: WaySettings },
  ): Promise<RequestRow | undefined> =>
    database.transaction(async (tx) => {
      await lockUsers(tx, [userId]);
      const now = clock.now();
      const { way, reference, paidOn, amountInPaise = null } = sent;
      const mode = await settings.purchaseMode();
      const waiting = await waitingOfUser(tx, userId, mode);
      const same = sameOf(waiting, sent);
      await assertUnused(
        tx,
        way,
        reference,
        waiting.filter((row) => row !== same),
      );
      const said = { way, reference, paid_on: paidOn, stated_in_paise: amountInPaise };
      const stated = { ...said, reference_key: referenceKey(reference) };
      const sinceYesterday = await countSince(tx, userId, now - DAY_MS);
      if (!same && (waiting.length >= MAX_WAITING || sinceYesterday >= MAX_IN_A_DAY))
        throw fail('too_many_payment_requests');
      const current = attempt && (await findAttempt(tx, attempt.id));
      if (!same && (current?.subscription_ref === null || current?.provider_status !== 'created')) return undefined;
      const expiresAt = now + KEPT_MS;
      const about = { user_id: userId, attempt_id: attempt?.id ?? '', mode, course_id: sent.courseId ?? null };
      const row = newRequest({ ...about, expires_at: expiresAt, created_at: now, ...stated });
      if (same) await updateRequest(tx, same.id, { ...stated, updated_at: now }).execute();
      else {
        await insertRequest(tx, row);
        const kept = { state: 'retired', provider_status: STATED, expires_at: expiresAt, updated_at: now } as const;
        await updateAttempt(tx, row.attempt_id, kept).execute();
      }
      const found = await findRequest(tx, same?.id ?? row.id);
      if (!found) throw fail('payment_request_not_found');
      if (!same) await keepPlace(tx, found, { places, now });
      const detail = { way, reference, amountInPaise: amountInPaise ?? found.amount_in_paise };
      const source = { kind: 'user', id: userId } as const;
      await recordAudit(tx, { at: now, source, userId, attemptId: found.attempt_id, kind: 'payment_stated', detail });
      if (!same) await announce(tx, found, offered);
      return found;
    });

  const presented = async (row: RequestRow): Promise<PaymentRequest> => {
    const [item] = await presentToBuyer(platform, { id: row.user_id }, [row]);
    if (!item) throw fail('payment_request_not_found');
    return item;
  };

  const ownRequest = async (userId: string, id: string): Promise<RequestRow> => {
    const row = await findRequest(db, id);
    if (row?.user_id !== userId) throw fail('payment_request_not_found');
    return row;
  };

  return {
    ownRequest,
    presented,
    assertOffered,

    /** Throws `way_off`, `reference_used`, `too_many_payment_requests`, `course_not_found`, and as a checkout. */
    send: async (actor: Actor, sent: Sent, address: string): Promise<PaymentRequest> => {
      const offered = await assertOffered(sent.way);
      const now = clock.now();
      assertDay(sent.paidOn, 'paidOn', { today: (await settings.calendar()).dayOf(now), now });
      assertReference(sent.way, sent.reference);
      if (sent.way === 'upi' && !isUsualReference('upi', sent.reference))
        throw invalidField('reference', words.badUpiReference);
      if (
        sent.courseId !== undefined &&
        !(await hasRow(db.selectFrom('courses').select('id').where('id', '=', sent.courseId)))
      )
        throw fail('course_not_found');
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const same = sameOf(await waitingOfUser(db, actor.id, await settings.purchaseMode()), sent);
        const attempt = same ? undefined : await orderToPay(actor, sent, address);
        const stored = await store(actor, sent, { attempt, offered });
        if (stored) return presented(stored);
      }
      throw fail('busy');
    },

    /** Newest first. */
    mine: async (actor: Actor): Promise<PaymentRequest[]> =>
      presentToBuyer(platform, actor, await requestsOfUser(db, actor.id, await settings.purchaseMode())),

    /** A repeated call changes nothing. Throws `payment_request_not_found` and `payment_request_decided`. */
    withdraw: async (userId: string, id: string): Promise<PaymentRequest> => {
      const row = await ownRequest(userId, id);
      await database.transaction(async (tx) => {
        await lockUsers(tx, [userId]);
        const end = { state: 'withdrawn', now: clock.now(), source: { kind: 'user', id: userId } } as const;
        if (!(await endRequest(platform, tx, row, end)) && (await findRequest(tx, id))?.state !== 'withdrawn')
          throw fail('payment_request_decided');
      });
      return presented(await ownRequest(userId, id));
    },
  };
};

export type Requests = ReturnType<typeof createRequests>;
