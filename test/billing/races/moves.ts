import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '#server/clock.ts';
import { aUser, type Person } from '../../factories.ts';
import { courseRequestsOf } from './course-moves.ts';
import { insertPlan } from './insert-plan.ts';
import { openRequestsOf, orderFor, prepareOpen } from './open-moves.ts';
import { nextReference, ownRequestsOf, sendRequest } from './own-moves.ts';
import {
  type Gift,
  isCourseMove,
  isOpenMove,
  isOwnMove,
  type Move,
  type Paid,
  type Race,
  type Racer,
} from './racer.ts';
import type { Request, School } from './school.ts';

/** Moves that report a payment. */
const REPORTS = new Set<Move>(['buy', 'webhook', 'reconcile']);
const HALF_A_MINUTE_MS = 31_000;
const NEVER_MS = DAY_MS;

const Proof = z.looseObject({ razorpay_payment_id: z.string() });

/** Sends a request that must succeed, to the first server. */
const ask = async ({ send }: Pick<School, 'send'>, request: Request) => {
  const { status, body } = await send(0, request);
  if (status !== 200) throw new Error(`${request.path} responds ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Begins a purchase and pays it. */
const pay = async (
  { send, pay: payAtProvider, servers }: School,
  { headers }: Person,
  order: object,
): Promise<Paid> => {
  const body = await ask({ send }, { path: '/payments/subscribe', body: order, headers });
  const ref = z.string().parse(body['subscription_id']);
  const proof = Proof.parse(await payAtProvider(ref));
  return { ref, proof, paymentId: proof.razorpay_payment_id, at: servers.now() };
};

/** A free gift of another user, by its link. */
const aGift = async (school: School, planId?: string): Promise<Gift> => {
  const { id: giverId, headers } = await aUser({ ...school, clock: school.servers });
  const gift = { name: 'Asha', email: 'asha@example.in', message: '' };
  await ask(school, { path: '/payments/subscribe', body: { couponCode: 'FREE', gift, planId }, headers });
  const body = await ask(school, { method: 'GET', path: '/gifts', headers });
  const [{ _id: giftId } = { _id: '' }] = z.array(z.looseObject({ _id: z.string() })).parse(body['gifts']);
  const link = z.string().parse((await ask(school, { path: `/gifts/${giftId}/link`, headers }))['link']);
  return { token: link.split('/').at(-1) ?? '', giverId };
};

/** A visit may ask the provider about a payment only where that is one of the moves. */
const setChecked = async ({ database }: School, { ref }: Paid, at: number): Promise<void> => {
  await database.db
    .updateTable('payment_attempts')
    .set({ checked_at: at })
    .where('subscription_ref', '=', ref)
    .execute();
};

/** Pays at the provider what no visit of the person reports. */
const payUnreported = async (school: School, person: Person, order: object): Promise<Paid> => {
  const paid = await pay(school, person, order);
  await setChecked(school, paid, school.servers.now() + NEVER_MS);
  return paid;
};

/** A plan of its own for a racer, once both processes sell it. */
const aPlan = async (school: School): Promise<string> => {
  const planId = await insertPlan(school.database, school.courses.slice(0, 2), school.servers.now());
  for (const place of [0, 1])
    await expect
      .poll(async () => (await school.send(place, { method: 'GET', path: `/plans/${planId}/price` })).status)
      .toBe(200);
  return planId;
};

/** A person, with the payments that nobody has reported yet. */
export const begin = async (school: School, { moves }: Race): Promise<Racer> => {
  const person = await aUser({ database: school.database, clock: school.servers });
  const unreported = moves.some((move) => REPORTS.has(move)) ? await payUnreported(school, person, {}) : undefined;
  const nothing = { purchaseId: undefined, renewal: undefined, gift: undefined, request: undefined, open: undefined };
  if (!moves.some(isCourseMove)) return { person, unreported, ...nothing, course: undefined };
  const planId = await aPlan(school);
  const paid = moves.includes('buyCourse') ? await payUnreported(school, person, { planId }) : undefined;
  return { person, unreported, ...nothing, course: { planId, paid, upgrade: undefined, gift: undefined } };
};

/** Moves that make sense after a purchase of courses alone. */
const FOLLOWS = new Set<Move>(['refundCourse', 'upgrade']);

/** Adds the purchase, which is paid in a later second, and the gifts. */
export const prepare = async (school: School, { moves, hasPurchase }: Race, racer: Racer): Promise<Racer> => {
  const { person, unreported, course } = racer;
  // What is paid and not reported yet is not paid twice.
  const ofCourses = moves.includes('buyCourse') ? school.coursePlanId : course?.planId;
  const isRenewing = moves.includes('renew');
  const planId = ofCourses ?? (isRenewing ? school.renewingPlanId : school.otherPlanId);
  const hasBought = hasPurchase || moves.some((move) => FOLLOWS.has(move));
  const purchase = hasBought ? await pay(school, person, orderFor(school, moves) ?? { planId }) : undefined;
  if (purchase) await ask(school, { path: '/payments/verify', body: purchase.proof, headers: person.headers });
  const isOpen = purchase && moves.some(isOpenMove);
  const open = isOpen ? await prepareOpen(school, person, { moves, paymentId: purchase.paymentId }) : undefined;
  const renewal = purchase &&
    isRenewing && {
      ...purchase,
      paymentId: `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`,
      at: purchase.at + SECOND_MS,
    };
  const gift = moves.includes('redeem') ? await aGift(school) : undefined;
  const ofCourse = course && {
    ...course,
    upgrade: moves.includes('upgrade') ? await payUnreported(school, person, { planId: school.bundleId }) : undefined,
    gift: moves.includes('redeemCourse') ? await aGift(school, course.planId) : undefined,
  };
  const reference = nextReference();
  const request = moves.some(isOwnMove) ? { id: await sendRequest(school, person, reference), reference } : undefined;
  // After the last order: each asks the provider, too.
  if (unreported && moves.includes('reconcile'))
    await setChecked(school, unreported, school.servers.now() - HALF_A_MINUTE_MS);
  return {
    ...racer,
    purchaseId: purchase?.paymentId,
    renewal: renewal || undefined,
    gift,
    request,
    open,
    course: ofCourse,
  };
};

const chargedWebhook = (
  { ref, paymentId, at }: Pick<Paid, 'ref' | 'paymentId' | 'at'>,
  charged = { amount: 49_900, status: 'completed', total_count: 1, paid_count: 1 },
): string => {
  const seconds = Math.floor(at / 1000);
  const { amount, ...counts } = charged;
  const payment = { id: paymentId, amount, currency: 'INR', status: 'captured', created_at: seconds };
  const subscription = { id: ref, ...counts, notes: [] };
  const payload = { subscription: { entity: subscription }, payment: { entity: payment } };
  return JSON.stringify({ event: 'subscription.charged', payload, created_at: seconds });
};

const NOTHING = { ref: '', paymentId: '', at: 0 };
/** The second of the plan that renews. */
const SECOND_CHARGE = { amount: 29_900, status: 'active', total_count: 120, paid_count: 2 };
/** Of 29,900: it can be refunded once, and not twice. */
const PART_IN_PAISE = 20_000;

/** The request of each move. */
export const requestsOf = (school: School, racer: Racer): Record<Move, () => Request> => {
  const { person, unreported, purchaseId, renewal, gift } = racer;
  const { headers } = person;
  const byAdmin = (path: string, body: object): Request => ({
    path,
    body: { reason: 'A promise', ...body },
    headers: school.admin.headers,
  });
  const byWebhook = (body: string): Request => ({
    path: '/payments/webhook',
    body,
    headers: { 'x-razorpay-signature': school.signatureOf(body) },
  });
  const access = `/admin/people/${person.id}`;
  const refundable = purchaseId ?? unreported?.paymentId ?? 'pay_none';
  return {
    buy: () => ({ path: '/payments/verify', body: { ...unreported?.proof }, headers }),
    buyFree: () => ({ path: '/payments/subscribe', body: { couponCode: 'FREE' }, headers }),
    redeem: () => ({ path: '/gifts/redeem', body: { token: gift?.token }, headers }),
    refund: () => byAdmin(`/admin/payments/${refundable}/refund`, { idempotencyKey: randomUUID() }),
    cancel: () => ({ path: '/payments/unsubscribe', headers }),
    extend: () => byAdmin(`${access}/extend`, { days: 10 }),
    revoke: () => byAdmin(`${access}/revoke`, {}),
    grant: () => byAdmin(`${access}/grant`, { untilDay: '2030-03-01' }),
    refundPart: () =>
      byAdmin(`/admin/payments/${refundable}/refund`, { idempotencyKey: randomUUID(), amountInPaise: PART_IN_PAISE }),
    block: () => byAdmin(`${access}/block`, {}),
    webhook: () => byWebhook(chargedWebhook(unreported ?? NOTHING)),
    renew: () => byWebhook(chargedWebhook(renewal ?? NOTHING, SECOND_CHARGE)),
    reconcile: () => ({ method: 'GET', path: '/user/me', headers }),
    ...courseRequestsOf(school, racer, byAdmin),
    ...ownRequestsOf(school, racer),
    ...openRequestsOf(school, racer, byAdmin),
  };
};
