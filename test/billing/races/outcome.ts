import { DAY_MS } from '#server/clock.ts';
import { openLinesOf } from './open-moves.ts';
import type { Racer } from './racer.ts';
import type { School } from './school.ts';

/** The courses that a person has, and those that the plan of the race opens for earlier and for later buyers. */
const linesOfCourses = async (
  { database: { db }, courses }: School,
  { person, course }: Racer,
  day: (at: number | null) => number | null,
): Promise<string[]> => {
  const place = (id: string): number => courses.indexOf(id);
  const access = await db.selectFrom('course_access').selectAll().where('user_id', '=', person.id).execute();
  const opened = await db
    .selectFrom('plan_versions as v')
    .innerJoin('plan_version_courses as c', 'c.version_id', 'v.id')
    .select(['v.number', 'c.course_id'])
    .where('v.plan_id', '=', course?.planId ?? '')
    .execute();
  return [
    ...access.map((row) => `course ${place(row.course_id)} until ${day(row.ends_at)}`),
    ...opened.map((row) => `version ${row.number} opens ${place(row.course_id)}`),
  ];
};

/** What a person has in the end, with days in place of moments and names in place of ids: equal for equal stories. */
export const outcomeOf = async (school: School, racer: Racer, startedAt: number): Promise<unknown> => {
  const { db } = school.database;
  const { person, unreported, purchaseId, renewal, gift, course } = racer;
  const day = (at: number | null): number | null => (at === null ? null : Math.floor((at - startedAt) / DAY_MS));
  const nameOf = (id: string): string => {
    if (id === racer.open?.part?.razorpay_payment_id) return 'part';
    if (id === racer.open?.rest?.razorpay_payment_id) return 'rest';
    if (id === unreported?.paymentId) return 'unreported';
    if (id.startsWith('own_')) return id === `own_${racer.request?.id}` ? 'confirmed' : 'recorded';
    if (id === renewal?.paymentId) return 'renewal';
    if (id === course?.paid?.paymentId) return 'courses';
    if (id === course?.upgrade?.paymentId) return 'upgrade';
    return id === purchaseId ? 'purchase' : 'free';
  };
  const users = [person.id, ...[gift, course?.gift].flatMap((one) => (one ? [one.giverId] : []))];
  const payments = await db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .selectAll('p')
    .select(['a.state', 'a.coupon_id', 'a.gift_id', 'a.deducted_at', 'a.cancel_when'])
    .where('p.user_id', 'in', users)
    .orderBy('p.captured_at')
    .execute();
  const ids = ['', ...payments.map((row) => row.provider_payment_id)];
  const refunds = await db.selectFrom('refunds').selectAll().where('provider_payment_id', 'in', ids).execute();
  const receipts = await db
    .selectFrom('receipts')
    .select(['kind', 'payment_id'])
    .where('payment_id', 'in', ids)
    .execute();
  const access = await db.selectFrom('user_access').selectAll().where('user_id', '=', person.id).execute();
  const changes = await db
    .selectFrom('access_changes')
    .select(['kind', 'scope'])
    .where('user_id', '=', person.id)
    .execute();
  const requests = await db
    .selectFrom('payment_requests')
    .select(['id', 'state', 'way', 'counted_key'])
    .where('user_id', '=', person.id)
    .execute();
  const lines = [
    ...requests.map((row) => {
      const which = row.id === racer.request?.id ? 'request' : 'record';
      return `${which}: ${row.state} ${row.way} ${row.counted_key === null ? 'without' : 'with'} reference`;
    }),
    ...payments.map((row) => {
      const name = row.gift_id === null ? nameOf(row.provider_payment_id) : 'gift';
      const owner = row.user_id === person.id ? 'own' : 'of the giver';
      const term = `${day(row.access_from)} to ${day(row.access_until)}, refundable ${day(row.refundable_until)}`;
      const coupon = row.coupon_id === null ? '' : ' with a coupon';
      const deduction = row.deducted_at === null ? '' : ' less a deduction';
      const mandate = row.cancel_when === null ? '' : `, cancelled ${row.cancel_when}`;
      return `${name}${coupon}${deduction} ${owner}, ${row.state}${mandate}: ${row.standing} ${row.problem} ${term}`;
    }),
    ...refunds.map((row) => {
      // The provider may or may not have finished it.
      const state = row.status === 'processed' ? 'pending' : row.status;
      return `refund of ${nameOf(row.provider_payment_id)}: ${state} ${row.amount_in_paise} ${row.ends_access}`;
    }),
    ...receipts.flatMap((row) => (row.kind === 'receipt' ? [`receipt of ${nameOf(row.payment_id)}`] : [])),
    ...access.map((row) => `access until ${day(row.ends_at)}, paid ${row.paid_in_paise} ${row.is_refunded}`),
    ...changes.map((row) => `change: ${row.kind} ${row.scope === 'everything' ? row.scope : 'course'}`),
    ...(await openLinesOf(school, racer)),
    ...(await linesOfCourses(school, racer, day)),
  ];
  return lines.toSorted();
};
