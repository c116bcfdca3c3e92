import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { AdminPaymentRequest, ReceivedPayment } from '#contract/billing/way-fields.ts';
import { type OwnWay, wayNames } from '#contract/billing/way-names.ts';
import { referenceKey } from '#contract/billing/way-reference.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { toInstantOrNull } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUser, lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { assertNotOver, type PlanOpens, termOf } from '../plans/plans.ts';
import { OFFLINE, type PaymentEvent } from '../provider/provider.ts';
import { findPayment } from '../purchase-rows/purchase-rows.ts';
import { agreeOn } from './agreed-amounts.ts';
import { chooseBatch } from './chosen-batches.ts';
import type { OwnWaysNeeds } from './needs.ts';
import { noticed, orderOf, presentToAdmins, waitsFor } from './present.ts';
import {
  countReference,
  findByRequestKey,
  findRequest,
  insertRequest,
  opensOfPlan,
  ReferenceCounted,
  requestCountedBy,
  type RequestRow,
  updateRequest,
} from './requests.queries.ts';
import { assertDay, assertReference, endRequest, newRequest } from './requests.ts';
import type { WarningFor } from './warnings.ts';

type Receipt = z.output<typeof api.ways.confirm.body>;
type Recorded = z.output<typeof api.ways.record.body>;

/** Who confirms: an admin, or staff for plans that open these courses alone. */
export interface Confirmer {
  id: string;
  /** Undefined for an admin. */
  courses: readonly string[] | undefined;
}

const words = messages.ways;

/** What a dry run computed, in the transaction that it ends. */
class DryRun extends Error {
  readonly payment: ReceivedPayment;
  constructor(payment: ReceivedPayment) {
    super('a dry run');
    this.payment = payment;
  }
}

/** Whether the request says what an admin compared with the bank, where they say what that was. */
const isAsSeen = (row: RequestRow, { way, reference }: Pick<Receipt, 'way' | 'reference'>): boolean =>
  (way === undefined || way === row.way) && (reference === undefined || referenceKey(reference) === row.reference_key);

const isRepeated = (row: RequestRow, receipt: Receipt, { id }: Confirmer): boolean =>
  row.received_in_paise === receipt.amountInPaise &&
  row.received_on === receipt.receivedOn &&
  row.decided_by === id &&
  isAsSeen(row, receipt);

/** "UPI 432611870955", as receipts and lists name it. */
const describe = (way: OwnWay, reference: string): string => {
  const name = wayNames[way];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${reference}`.trim();
};

/** Offline payments are confirmed by people, and recorded as every other payment. */
export const createConfirming = (
  platform: BillingPlatform,
  {
    ledger,
    checkout,
    places,
    warningFor,
  }: Pick<OwnWaysNeeds, 'ledger' | 'checkout' | 'places'> & { warningFor: WarningFor },
) => {
  const { database, clock, settings, notices, money } = platform;
  const { db } = database;

  const assertMayConfirm = ({ courses }: Confirmer, opens: PlanOpens): void => {
    if (courses && (opens === 'everything' || opens.courseIds.some((id) => !courses.includes(id))))
      throw fail('forbidden');
  };

  const findFor = async (confirmer: Confirmer, id: string): Promise<RequestRow> => {
    const row = await findRequest(db, id);
    if (!row) throw fail('payment_request_not_found');
    if (confirmer.courses !== undefined) assertMayConfirm(confirmer, await opensOfPlan(db, row));
    return row;
  };

  const eventOf = async (
    tx: Tx,
    row: RequestRow,
    { amountInPaise, receivedOn, accessFrom }: Receipt,
    now: number,
  ): Promise<PaymentEvent> => {
    const received = Math.min(now, (await settings.calendar(tx)).endOf(receivedOn));
    return {
      kind: 'payment',
      id: `own_${row.id}`,
      subscriptionRef: row.subscription_ref ?? undefined,
      status: 'captured',
      money: { amountInPaise, currency: row.currency },
      feeInPaise: 0,
      method: row.way,
      masked: describe(row.way, row.reference),
      initiatedAt: received,
      paidAt: received,
      beginsAt: accessFrom === 'confirmed' ? now : undefined,
      isConfirmed: true,
    };
  };

  const paymentOf = async (tx: Tx, paymentId: string, excessInPaise: number): Promise<ReceivedPayment> => {
    const payment = await findPayment(tx, paymentId);
    return {
      paymentId,
      amountInPaise: payment?.amount_in_paise ?? 0,
      accessFrom: toInstantOrNull(payment?.access_from ?? null),
      accessUntil: toInstantOrNull(payment?.access_until ?? null),
      excessInPaise,
    };
  };

  /** Records the payment of a request, in the caller's transaction, which has locked its buyer. */
  const receive = async (tx: Tx, row: RequestRow, receipt: Receipt, { id: adminId }: Confirmer) => {
    const now = clock.now();
    const { amountInPaise, receivedOn, reason, isWarned, isDryRun } = receipt;
    const today = (await settings.calendar(tx)).dayOf(now);
    assertDay(receivedOn, 'receivedOn', { today, now });
    // What was stated in time is not sold later either: the money is paid back, or recorded for another plan.
    if (row.parts_of === null) assertNotOver(termOf(row), { today });
    const warning = isWarned ? null : await warningFor(tx, row);
    if (warning !== null) throw fail('payment_warning', { message: warning });
    const excess = await agreeOn(tx, row, receipt, money);
    await countReference(tx, row.id, row.reference_key);
    const source = { kind: 'admin', id: adminId } as const;
    const event = await eventOf(tx, row, receipt, now);
    await ledger.record(tx, [event], { source, mode: row.mode, provider: OFFLINE });
    const payment = await paymentOf(tx, event.id, excess);
    if (payment.accessUntil === null && row.gift_id === null && row.parts_of === null && !isWarned)
      throw fail('payment_warning', { message: words.warnings.withoutAccess });
    await updateRequest(tx, row.id, {
      state: 'confirmed',
      payment_id: event.id,
      received_on: receivedOn,
      excess_in_paise: excess,
      reason,
      decided_at: now,
      decided_by: adminId,
      updated_at: now,
    }).execute();
    const { way, reference, amount_in_paise: expectedInPaise } = row;
    const detail = { way, reference, amountInPaise, expectedInPaise, receivedOn, reason };
    const about = { at: now, source, userId: row.user_id, attemptId: row.attempt_id, paymentId: event.id };
    await recordAudit(tx, { ...about, kind: 'payment_received', detail });
    await notices.withdraw(tx, [waitsFor(row.id)]);
    if (isDryRun) throw new DryRun({ ...payment, paymentId: null });
    return payment;
  };

  /** Runs the work; a dry run is undone. A reference that counts already is named with its first payment. */
  const run = async (
    { courses }: Confirmer,
    { way, key }: { way: OwnWay; key: string },
    work: (tx: Tx) => Promise<ReceivedPayment>,
  ): Promise<ReceivedPayment> => {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (error instanceof DryRun) return error.payment;
      if (!(error instanceof ReferenceCounted)) throw error;
      const first = await requestCountedBy(db, way, key);
      const { formatDate, startOf } = await settings.calendar();
      const known = first && {
        order: orderOf(first),
        // It may be of a course that is not theirs.
        name: courses === undefined ? first.full_name : undefined,
        day: formatDate(startOf(first.received_on ?? first.paid_on)),
      };
      const message = known && words.usedBy(known);
      throw fail('reference_used', message === undefined ? {} : { message });
    }
  };

  const presented = async (id: string, { courses }: Confirmer): Promise<AdminPaymentRequest> => {
    const today = (await settings.calendar()).dayOf(clock.now());
    const row = await findRequest(db, id);
    const [item] = row
      ? await presentToAdmins(db, [row], { warningFor, seesPeople: courses === undefined, today })
      : [];
    if (!item) throw fail('payment_request_not_found');
    return item;
  };

  return {
    findFor,

    /**
     * Throws `payment_request_decided`, `payment_request_changed`, `payment_warning`, `reference_used`, and
     * `validation_failed` for an amount without a reason.
     */
    confirm: async (confirmer: Confirmer, id: string, receipt: Receipt) => {
      const { user_id: userId, way, reference_key: key } = await findFor(confirmer, id);
      const payment = await run(confirmer, { way, key }, async (tx) => {
        await lockUsers(tx, [userId]);
        await updateRequest(tx, id, { updated_at: clock.now() }).execute();
        const row = await findRequest(tx, id);
        if (!row) throw fail('payment_request_not_found');
        if (row.state !== 'confirmed') {
          if (!isAsSeen(row, receipt)) throw fail('payment_request_changed');
          if (receipt.batchId !== undefined) await chooseBatch(tx, row, receipt.batchId, places);
          return receive(tx, row, receipt, confirmer);
        }
        if (!isRepeated(row, receipt, confirmer)) {
          const day = (await settings.calendar(tx)).formatDate(row.decided_at ?? 0);
          throw fail('payment_request_decided', { message: words.confirmedBy(row.decided_by_name ?? '', day) });
        }
        return paymentOf(tx, row.payment_id ?? '', row.excess_in_paise);
      });
      return { request: await presented(id, confirmer), payment };
    },

    /** A repeated call changes nothing. Throws `payment_request_decided`. */
    refuse: async (confirmer: Confirmer, id: string, reason: string): Promise<AdminPaymentRequest> => {
      const known = await findFor(confirmer, id);
      await database.transaction(async (tx) => {
        await lockUsers(tx, [known.user_id]);
        const [now, source] = [clock.now(), { kind: 'admin', id: confirmer.id } as const];
        const isEnded = await endRequest(platform, tx, known, {
          state: 'refused',
          now,
          source,
          reason,
          decidedBy: confirmer.id,
        });
        const row = await findRequest(tx, id);
        if (!row || row.state !== 'refused' || row.reason !== reason) throw fail('payment_request_decided');
        if (!isEnded) return;
        const { user_id: userId, amount_in_paise: amountInPaise } = row;
        const content = { ...noticed(row), amountInPaise, reason };
        await notices.notify(tx, [
          {
            userId,
            dedupeKey: `payment_request:${id}:refused`,
            content: { kind: 'payment_request', state: 'refused', ...content },
          },
        ]);
      });
      return presented(id, confirmer);
    },

    /** Throws as `confirm`, and `person_not_found`, `plan_not_found`, `admin_has_access` and `payment_key_reused`. */
    record: async (confirmer: Confirmer, userId: string, recorded: Recorded): Promise<ReceivedPayment> => {
      const { planId, batchId, way, reference, state, business, idempotencyKey, inParts, partsOf } = recorded;
      assertReference(way, reference);
      const sale =
        partsOf === undefined
          ? await checkout.saleTo(userId, { planId, batchId }, { state, business, inParts })
          : await checkout.parts.saleTo(userId, partsOf);
      assertMayConfirm(confirmer, sale.opens);
      const { mode } = sale;
      const draft = { user_id: userId, attempt_id: '', mode, way, reference, paid_on: recorded.receivedOn };
      const { reference_key: key } = newRequest({ ...draft, expires_at: 0, created_at: 0 });
      return run(confirmer, { way, key }, async (tx) => {
        await lockUsers(tx, [userId]);
        const now = clock.now();
        const user = await lockUser(tx, userId);
        if (!user) throw fail('person_not_found');
        if (user.role === 'ADMIN') throw fail('admin_has_access');
        const known = idempotencyKey === undefined ? undefined : await findByRequestKey(tx, idempotencyKey);
        if (known) {
          const isSame = known.user_id === userId && known.plan_id === planId && isRepeated(known, recorded, confirmer);
          if (!isSame) throw fail('payment_key_reused');
          return paymentOf(tx, known.payment_id ?? '', known.excess_in_paise);
        }
        const attempt = await sale.begin(tx, now);
        const row = newRequest({
          ...draft,
          attempt_id: attempt.id,
          expires_at: now,
          created_at: now,
          request_key: idempotencyKey ?? null,
        });
        await insertRequest(tx, row);
        const found = await findRequest(tx, row.id);
        if (!found) throw fail('person_not_found');
        return receive(tx, found, recorded, confirmer);
      });
    },
  };
};

export type Confirming = ReturnType<typeof createConfirming>;
