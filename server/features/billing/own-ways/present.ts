import type { PaidParts } from '#contract/billing/part-fields.ts';
import type { CourseWithBatches } from '#contract/batches/batch-fields.ts';
import type { AdminPaymentRequest, PaymentRequest } from '#contract/billing/way-fields.ts';
import { isUsualReference, waysSharing } from '#contract/billing/way-reference.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { coursesWithBatches } from '#server/database/batch-places.ts';
import type { Db } from '#server/database/database.ts';
import { languageFor, type ReaderLanguage, type TextReader } from '#server/database/translations.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { duesOf, partsPaidWith, readAgreed, readPaidParts } from '../parts/parts.ts';
import { namerOf, openedCourses, openedOf } from '../plans/plans.ts';
import { orderNumberOf } from '../provider/provider.ts';
import { requestsWith, type RequestRow } from './requests.queries.ts';
import type { WarningFor } from './warnings.ts';

export const orderOf = ({ subscription_ref: ref }: Pick<RequestRow, 'subscription_ref'>): string =>
  orderNumberOf(ref ?? '');

/** What a notice says of a request. */
export const noticed = (row: Pick<RequestRow, 'id' | 'subscription_ref' | 'plan_id' | 'plan_name'>) => ({
  requestId: row.id,
  order: orderOf(row),
  planId: row.plan_id,
  planName: row.plan_name,
});

/** What notices to those who confirm a request are about. */
export const waitsFor = (requestId: string): string => `payment_waits:${requestId}`;

const opensOf = async (db: Db, rows: readonly RequestRow[], language: ReaderLanguage) => {
  const courses = await openedCourses(
    db,
    rows.flatMap((row) => (row.opens === 'courses' ? [row.plan_version_id] : [])),
    language,
  );
  return (row: RequestRow) => openedOf(row, courses);
};

/** Which parts requests pay: those that wait, with what is owed now. */
export const partsPaidOf = async (db: Db, rows: readonly RequestRow[]) => {
  const later = rows.flatMap((row) => (row.state === 'waiting' ? (row.parts_of ?? []) : []));
  const dues = await duesOf(db, [...new Set(later)]);
  return (row: RequestRow): PaidParts | null => {
    if (row.state === 'confirmed') return readPaidParts(row.paid_parts);
    if (row.state !== 'waiting') return null;
    const amountInPaise = row.stated_in_paise ?? row.amount_in_paise;
    if (row.parts_of !== null) return partsPaidWith(dues(row.parts_of), amountInPaise);
    return row.in_parts === null ? null : { from: 1, to: 1, of: readAgreed(row.in_parts).list.length };
  };
};

type Shown = Pick<PaymentRequest, 'planName' | 'opens' | 'paysParts'>;

const shownOf = async (
  db: Db,
  rows: readonly RequestRow[],
  language: ReaderLanguage,
): Promise<(row: RequestRow) => Shown> => {
  const [opens, partsOf] = [await opensOf(db, rows, language), await partsPaidOf(db, rows)];
  const nameOf = await namerOf(db, rows, language);
  return (row) => ({
    planName: nameOf(row),
    opens: opens(row),
    paysParts: partsOf(row),
  });
};

const batchOf = ({ batch_id: _id, batch_name: name, starts_on: startsOn, ends_on: endsOn }: RequestRow) =>
  _id === null || name === null || startsOn === null || endsOn === null ? null : { _id, name, startsOn, endsOn };

const present = (row: RequestRow, shown: Shown): PaymentRequest => ({
  _id: row.id,
  state: row.state,
  order: orderOf(row),
  planId: row.plan_id,
  ...shown,
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
  batch: batchOf(row),
  parts: row.parts_of !== null ? 'later' : row.in_parts !== null ? 'first' : null,
  decidedAt: toInstantOrNull(row.decided_at),
  reason: row.reason,
});

export const presentToBuyer = async (
  platform: BillingPlatform,
  buyer: TextReader,
  rows: readonly RequestRow[],
): Promise<PaymentRequest[]> => {
  const shown = await shownOf(platform.database.db, rows, await languageFor(platform, buyer));
  return rows.map((row) => present(row, shown(row)));
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

/** Those of which a batch can be chosen for a request that has none. */
const batchesToChoose = (
  row: RequestRow,
  { opens }: Shown,
  open: readonly CourseWithBatches[],
): CourseWithBatches[] => {
  if (row.batch_id !== null || row.gift_id !== null || row.parts_of !== null || row.state === 'confirmed') return [];
  return open.filter(({ _id }) => opens === 'everything' || opens.courses.some((course) => course._id === _id));
};

/** `seesPeople`: not a teacher or an assistant. */
export const presentToAdmins = async (
  db: Db,
  rows: readonly RequestRow[],
  { warningFor, seesPeople, today }: { warningFor: WarningFor; seesPeople: boolean; today: string },
): Promise<AdminPaymentRequest[]> => {
  const shown = await shownOf(db, rows, null);
  const keys = rows.flatMap((row) => (row.reference_key === '' ? [] : [row.reference_key]));
  const others = await requestsWith(db, [...new Set(keys)]);
  const warnings = new Map<string, string | null>();
  for (const row of rows) if (row.state !== 'confirmed') warnings.set(row.id, await warningFor(db, row));
  const open = rows.length === 0 ? [] : await coursesWithBatches(db, today);
  return rows.map((row) => ({
    ...present(row, shown(row)),
    coursesWithBatches: batchesToChoose(row, shown(row), open),
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
