import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { createCalendar } from '#server/calendar.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { aCourse } from '../../factories.ts';
import type { Database } from '#server/database/database.ts';
import type { JsonResponse } from '../open-billing.ts';
import { openPartsShop } from '../parts-shop.ts';
import { COIN_IN_PAISE } from './coins.ts';
import type { Bought } from './crossed-reference.ts';

export const calendar = createCalendar('Asia/Kolkata');
export const TERMS: Record<Bought['plan'], PlanTerm> = {
  course: { unit: 'day', count: 20 },
  everything: { unit: 'day', count: 30 },
};
export const COINS = { course: 60, everything: 300 };
export const OFF = 6;
export const DUE_DAYS = [0, 5, 10];
const Made = z.object({ plan: z.object({ _id: z.string() }) });
const Paid = z.object({ payment: z.looseObject({ paymentId: z.string() }) });
const Started = z.object({ subscription_id: z.string() });
const Sent = z.object({ request: z.looseObject({ _id: z.string(), amountInPaise: z.int() }) });
export const GIFT = { name: 'Asha', email: 'asha@example.in', message: '' };

export interface Order {
  plan: Bought['plan'];
  isOnline: boolean;
  hasCoupon?: boolean;
  inParts?: boolean;
  batch?: { id: string; endsOn: string } | undefined;
}

/** What the histories need of a school, in this process or in others. */
export interface Host {
  database: Database;
  clock: { now(): number; advance(ms: number): void | Promise<void> };
  adminId: string;
  aUser(): Promise<string>;
  /** Over HTTP, at `/api/v1`. */
  as(userId: string, method: 'GET' | 'POST', path: string, body?: object): Promise<JsonResponse>;
  /** Pays in the window of the provider. */
  pay(ref: string): Promise<Record<string, unknown>>;
  /** The status of the subscription to everything. */
  status(userId: string): Promise<string>;
  holds(userId: string, courseId: string): Promise<boolean>;
  /** Until no job of money is due. */
  settle(): Promise<void>;
}

/** A school with the billing feature, in this process. */
export const openHost = async (): Promise<Host> => {
  const { database, clock, adminId, aUser, as, pay, status, payments, jobs } = await openPartsShop();
  const settle = async (): Promise<void> => void (await jobs.runDue('money'));
  return { database, clock, adminId, aUser: () => aUser(), as, pay, status, holds: payments.holds, settle };
};

/** Sells a course, also in parts and for batches, and everything; with a coupon of ₹600. */
export const furnish = async (host: Host) => {
  const { as, adminId } = host;
  const courseId = await aCourse(host);
  const parts = {
    graceDays: 3,
    list: DUE_DAYS.map((days) => ({
      amountInPaise: 20 * COIN_IN_PAISE,
      due: days === 0 ? { kind: 'at-start' } : { kind: 'days', days },
    })),
  };
  const add = async (plan: Bought['plan'], more: object): Promise<string> => {
    const fields = { name: plan, priceInPaise: COINS[plan] * COIN_IN_PAISE, term: TERMS[plan], refundDays: 7 };
    return Made.parse((await as(adminId, 'POST', '/admin/plans', { ...fields, ...more })).body).plan._id;
  };
  const planIds = {
    course: await add('course', { opens: { courseIds: [courseId] }, parts }),
    everything: await add('everything', {}),
  };
  const coupon = { code: 'SIXHUNDRED', amountOffInPaise: OFF * COIN_IN_PAISE };
  expect((await as(adminId, 'POST', '/admin/coupons', coupon)).status).toBe(201);
  return { ...host, courseId, planIds, totals: { gross: 0, refunded: 0 } };
};

export type School = Awaited<ReturnType<typeof furnish>>;

/** Pays what was begun, and reports it. Returns the payment. */
export const payFor = async ({ as, pay }: School, userId: string, started: JsonResponse): Promise<string> => {
  const proof = await pay(Started.parse(started.body).subscription_id);
  expect((await as(userId, 'POST', '/payments/verify', proof)).status).toBe(200);
  return z.string().parse(proof['razorpay_payment_id']);
};

export const record = ({ as, adminId }: School, userId: string, body: object): Promise<JsonResponse> =>
  as(adminId, 'POST', `/admin/people/${userId}/payments`, { way: 'cash', ...body });

export const addBatch = async ({ database, clock, courseId }: School, days: number) => {
  const now = clock.now();
  const [today, endsOn] = [calendar.dayOf(now), calendar.dayOf(calendar.add(now, days, 'day'))];
  const id = randomUUID();
  const row = { id, course_id: courseId, name: id, starts_on: today, ends_on: endsOn, promised_on: endsOn };
  const open = {
    join_until: endsOn,
    places: null,
    plan_id: null,
    after_end: 'open' as const,
    shows_places: 1 as const,
  };
  const none = { timetable: null, code: null, code_limit: null, code_ends_on: null, code_opens_until: null };
  const made = { created_at: now, updated_at: now, deleted_at: null };
  await database.db
    .insertInto('batches')
    .values({ ...row, ...open, ...none, ...made })
    .execute();
  return { id, endsOn };
};

/** Buys and confirms; undefined where the school refuses. */
export const place = async (school: School, userId: string, order: Order): Promise<string | undefined> => {
  const { plan, isOnline, hasCoupon, inParts = false, batch } = order;
  const body = {
    planId: school.planIds[plan],
    inParts,
    ...(hasCoupon && { couponCode: 'SIXHUNDRED' }),
    ...(batch && { batchId: batch.id }),
  };
  if (isOnline) {
    const started = await school.as(userId, 'POST', '/payments/subscribe', body);
    return started.status === 200 ? payFor(school, userId, started) : undefined;
  }
  const received = { receivedOn: calendar.dayOf(school.clock.now()), isWarned: true };
  // An admin records also what is bought twice.
  if (plan === 'course' && !hasCoupon) {
    const amountInPaise = (inParts ? COINS.course / 3 : COINS.course) * COIN_IN_PAISE;
    const { status, body: recorded } = await record(school, userId, { ...body, ...received, amountInPaise });
    return status === 200 ? Paid.parse(recorded).payment.paymentId : undefined;
  }
  const said = { ...body, way: 'cash', reference: '', paidOn: received.receivedOn };
  const sent = await school.as(userId, 'POST', '/payments/requests', said);
  if (sent.status !== 200) return undefined;
  const { _id, amountInPaise } = Sent.parse(sent.body).request;
  const confirmation = { amountInPaise, ...received };
  const confirmed = await school.as(school.adminId, 'POST', `/admin/payment-requests/${_id}/confirm`, confirmation);
  return Paid.parse(confirmed.body).payment.paymentId;
};
