import type { AdminPaymentRequest, PaymentRequest } from '#contract/billing/way-fields.ts';
import { isUsualReference, waysSharing } from '#contract/billing/way-reference.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { openedCourses, openedOf } from '../plans/plans.ts';
import { orderNumberOf } from '../provider/provider.ts';
import { requestsWith, type RequestRow } from './requests.queries.ts';
import type { WarningFor } from './warnings.ts';

export const orderOf = ({ subscription_ref: ref }: Pick<RequestRow, 'subscription_ref'>): string =>
  orderNumberOf(ref ?? '');

/** What notices to those who confirm a request are about. */
export const waitsFor = (requestId: string): string => `payment_waits:${requestId}`;

const opensOf = async (db: Db, rows: readonly RequestRow[]) => {
  const courses = await openedCourses(
    db,
    rows.flatMap((row) => (row.opens === 'courses' ? [row.plan_version_id] : [])),
  );
  return (row: RequestRow) => openedOf(row, courses);
};

const present = (row: RequestRow, opens: PaymentRequest['opens']): PaymentRequest => ({
  _id: row.id,
  state: row.state,
  order: orderOf(row),
  planId: row.plan_id,
  planName: row.plan_name,
  opens,
  courseId: row.course_id,
  way: row.way,
  reference: row.reference,
  paidOn: row.paid_on,
  amountInPaise: row.amount_in_paise,
  statedInPaise: row.stated_in_paise,
  sentAt: toInstant(row.created_at),
  keptUntil: toInstant(row.expires_at),
  hasPicture: row.picture_key !== null,
  isGift: row.gift_id !== null,
  parts: row.parts_of !== null ? 'later' : row.in_parts !== null ? 'first' : null,
  decidedAt: toInstantOrNull(row.decided_at),
  reason: row.reason,
});

export const presentToBuyer = async (db: Db, rows: readonly RequestRow[]): Promise<PaymentRequest[]> => {
  const opens = await opensOf(db, rows);
  return rows.map((row) => present(row, opens(row)));
};

/** Teachers and assistants get the order alone: it may be of a course that is not theirs. */
const usedByOf = (
  row: RequestRow,
  { others, seesPeople }: { others: readonly RequestRow[]; seesPeople: boolean },
): AdminPaymentRequest['usedBy'] => {
  const first = others.find((one) => waysSharing(row.way).includes(one.way) && one.reference_key === row.reference_key);
  if (!first || first.id === row.id) return null;
  const { id: requestId, full_name: userName, payment_id: paymentId } = first;
  return {
    order: orderOf(first),
    at: toInstant(first.created_at),
    ...(seesPeople ? { requestId, userName, paymentId } : { requestId: null, userName: null, paymentId: null }),
  };
};

/** `seesPeople`: not a teacher or an assistant. */
export const presentToAdmins = async (
  db: Db,
  rows: readonly RequestRow[],
  { warningFor, seesPeople }: { warningFor: WarningFor; seesPeople: boolean },
): Promise<AdminPaymentRequest[]> => {
  const opens = await opensOf(db, rows);
  const keys = rows.flatMap((row) => (row.reference_key === '' ? [] : [row.reference_key]));
  const others = await requestsWith(db, [...new Set(keys)]);
  const warnings = new Map<string, string | null>();
  for (const row of rows) if (row.state !== 'confirmed') warnings.set(row.id, await warningFor(db, row));
  return rows.map((row) => ({
    ...present(row, opens(row)),
    user: { _id: row.user_id, fullName: row.full_name, email: seesPeople ? row.email : null },
    coupon: row.coupon_code === null ? null : { code: row.coupon_code, discountInPaise: row.discount_in_paise ?? 0 },
    usedBy: usedByOf(row, { others, seesPeople }),
    isUnusual: !isUsualReference(row.way, row.reference),
    warning: warnings.get(row.id) ?? null,
    paymentId: row.payment_id,
    receivedInPaise: row.received_in_paise,
    receivedOn: row.received_on,
    decidedBy: row.decided_by_name,
  }));
};
