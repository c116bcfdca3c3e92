import type { z } from 'zod';
import type { ToDo } from '#contract/billing/sales.ts';
import { toDoMessages as messages } from '#contract/billing/to-do-messages.ts';
import { HOUR_MS, toInstant } from '#server/clock.ts';
import type { FormatMoney } from '#server/money.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type DisputeOfPayment, isOpenDispute, readReturns } from '../returns/returns.ts';
import {
  listDiffering,
  listInExcess,
  listMended,
  listStuckRefunds,
  listToDo,
  listToPayBack,
  type AdminPaymentRow,
} from './payment-list.queries.ts';

type Task = z.input<typeof ToDo>;

const MAX_TASKS = 100;
/** A request that is not accepted within this time is most likely refused. */
const NOT_ACCEPTED_MS = HOUR_MS;
/** Banks take up to this long; afterwards an admin should look. */
const STUCK_MS = 8 * 24 * HOUR_MS;

interface Case {
  kind: Task['kind'];
  text: { happened: (amount: string) => string; advice: string };
}

const CASES = {
  unmatched: { kind: 'unmatched', text: messages.unmatched },
  wrong_amount: { kind: 'wrong_amount', text: messages.wrongAmount },
  duplicate: { kind: 'duplicate', text: messages.duplicate },
  paid_without_access: { kind: 'paid_without_access', text: messages.paidWithoutAccess },
  charged_without_access: { kind: 'charged_without_access', text: messages.chargedWithoutAccess },
} satisfies Record<string, Case>;

const isCase = (standing: AdminPaymentRow['standing']): standing is keyof typeof CASES =>
  standing !== null && standing in CASES;

const couponCase = (code: string, limit: NonNullable<AdminPaymentRow['coupon_excess']>): Case => ({
  kind: 'coupon_exceeded',
  text: {
    happened: (amount) => messages.couponExceeded.happened[limit](amount, code),
    advice: messages.couponExceeded.advice,
  },
});

const caseOf = (row: AdminPaymentRow, isOwed: boolean, disputes: DisputeOfPayment[]): Case => {
  const { standing } = row;
  if (standing === 'charged_without_access' && row.access_until !== null)
    return { kind: standing, text: messages.chargedBefore };
  if (isCase(standing)) return CASES[standing];
  if (row.standing === 'coupon_exceeded' && row.coupon_excess !== null)
    return couponCase(row.coupon_code ?? '', row.coupon_excess);
  if (row.standing === 'refund_failed')
    return isOwed ? { kind: 'refund_owed', text: messages.owed } : { kind: 'refund_failed', text: messages.failed };
  const open = disputes.filter(isOpenDispute);
  if (disputes.some(({ status }) => status === 'lost') || open.length === 0)
    return { kind: 'dispute', text: messages.disputeLost };
  const isInquiry = open.every(({ phase }) => phase === 'retrieval');
  return { kind: 'dispute', text: isInquiry ? messages.inquiry : messages.disputeOpen };
};

const toTask = (row: AdminPaymentRow, { kind, text }: Case, money: FormatMoney): Task => ({
  kind,
  paymentId: row.provider_payment_id,
  userName: row.full_name,
  userEmail: row.email,
  amountInPaise: row.amount_in_paise,
  since: toInstant(row.captured_at ?? row.initiated_at),
  respondBy: null,
  happened: text.happened(money(row.amount_in_paise)),
  advice: text.advice,
});

const toPayBack = (row: Awaited<ReturnType<typeof listToPayBack>>[number], money: FormatMoney): Task => {
  const { owed_in_paise: owed, excess } = row;
  const { happened, advice } = owed === null ? messages.overpaid : messages.payBack;
  const amountInPaise = owed ?? excess ?? 0;
  const text = { happened: () => happened(money(amountInPaise)), advice };
  const task = toTask(row, { kind: owed === null ? 'overpaid' : 'pay_back', text }, money);
  return owed === null
    ? task
    : { ...task, amountInPaise, since: toInstant(row.refund_requested_at ?? row.initiated_at) };
};

const respondBy = (disputes: readonly DisputeOfPayment[]): string | null => {
  const moments = disputes.filter(isOpenDispute).flatMap(({ respond_by: at }) => at ?? []);
  return moments.length === 0 ? null : toInstant(Math.min(...moments));
};

/** Payments that need attention, with the reason and what to do; at most a hundred. */
export const createToDo =
  ({ database: { db }, clock, settings, money }: BillingPlatform) =>
  async (): Promise<{ toDo: Task[]; hasMore: boolean }> => {
    const [mode, now] = [await settings.purchaseMode(), clock.now()];
    const rows = await listToDo(db, mode, MAX_TASKS + 1);
    const stuck = await listStuckRefunds(
      db,
      mode,
      { requestedBefore: now - NOT_ACCEPTED_MS, pendingBefore: now - STUCK_MS },
      MAX_TASKS,
    );
    const ids = rows.map((row) => row.provider_payment_id);
    const returnsOf = await readReturns(db, ids);
    const tasks = rows.map((row) => {
      const { refunds, disputes } = returnsOf(row.provider_payment_id);
      const isOwed = refunds.some((refund) => refund.status === 'failed' && refund.ends_access === 1);
      return { ...toTask(row, caseOf(row, isOwed, disputes), money), respondBy: respondBy(disputes) };
    });
    const waiting = stuck.map((row) => ({
      ...toTask(
        row,
        { kind: 'refund_failed', text: row.refund_status === 'requested' ? messages.notAccepted : messages.stuck },
        money,
      ),
      since: toInstant(row.refund_requested_at),
    }));
    const mended = (await listMended(db, mode, MAX_TASKS)).map((row) => {
      const { happened, advice } = messages.renewalEnded;
      return toTask(row, { kind: 'renewal_ended', text: { happened: happened[row.mended], advice } }, money);
    });
    const differing = (await listDiffering(db, mode, MAX_TASKS)).map((row) => {
      const { happened, advice } = messages.creditNotesDiffer;
      const text = { happened: () => happened(row.number), advice };
      return toTask(row, { kind: 'credit_notes_differ', text }, money);
    });
    const inExcess = (await listInExcess(db, mode, MAX_TASKS)).map((row) => {
      const { happened, advice } = messages.batchExceeded;
      const text = { happened: (amount: string) => happened(amount, row.batch_name), advice };
      return toTask(row, { kind: 'batch_exceeded', text }, money);
    });
    const owed = (await listToPayBack(db, mode, MAX_TASKS)).map((row) => toPayBack(row, money));
    const all = [...tasks, ...waiting, ...owed, ...mended, ...differing, ...inExcess].toSorted((a, b) =>
      b.since.localeCompare(a.since),
    );
    return { toDo: all.slice(0, MAX_TASKS), hasMore: all.length > MAX_TASKS };
  };
