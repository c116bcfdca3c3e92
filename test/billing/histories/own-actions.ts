import { Temporal } from 'temporal-polyfill';
import { BUNDLE, COUPONS, GIFT, INVOICE_TO, PLAN_NAMES } from './shop.ts';
import { type Action, pickOf, type Step } from './steps.ts';
import { OWNER, type Process, type World } from './world.ts';

const actor = (id: string) => ({ id, role: 'USER', sessionHash: '', confirmedAt: 0 }) as const;
const CONFIRMER = { id: OWNER, courses: undefined };
const NOTHING_LEFT = 'FREE';
const CODES = [undefined, ...Object.keys(COUPONS).filter((code) => code !== NOTHING_LEFT), undefined];
/** Now and then two people have the same one. */
const CONTESTED = '111111111111';
const PART_IN_PAISE = 1000;

/** What buyers say that they paid offline, and what the owner sees on the account of the school. */
export const ownActions = (world: World): Record<string, Action> => {
  const { clock, planIds, buyers, database } = world;
  let references = 432_611_870_955;
  const today = (): string =>
    Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('Asia/Kolkata').toPlainDate().toString();
  const receipt = (amountInPaise: number) => ({
    amountInPaise,
    receivedOn: today(),
    accessFrom: 'received' as const,
    reason: '',
    isWarned: true,
    isDryRun: false,
  });
  const referenceOf = (pick: number): string => (pick % 5 === 0 ? CONTESTED : String((references += 1)));
  const requests = () => database.db.selectFrom('payment_requests').select(['id', 'user_id']).orderBy('id').execute();
  const paid = () =>
    database.db
      .selectFrom('payment_requests')
      .select('payment_id')
      .where('payment_id', 'is not', null)
      .orderBy('payment_id')
      .execute();
  const send = async ({ buyer, pick }: Step, { payments }: Process, isGift: boolean): Promise<void> => {
    const planId = planIds.get(pickOf([BUNDLE, ...PLAN_NAMES], pick) ?? BUNDLE) ?? '';
    const stated = { way: 'upi', reference: referenceOf(pick), paidOn: today() } as const;
    const code = pickOf(CODES, Math.floor(pick / 7));
    const order = { planId, inParts: false, couponCode: code, gift: isGift ? GIFT : undefined, ...INVOICE_TO[buyer] };
    await payments.ownWays.requests.send(actor(buyers[buyer] ?? ''), { ...stated, ...order }, '203.0.113.7');
  };
  const confirm: Action = async ({ pick }, { payments }) => {
    const id = pickOf((await requests()).toReversed(), Math.floor(pick / 10) % 3)?.id ?? '';
    const { amount_in_paise: amount } = await database.db
      .selectFrom('payment_requests as r')
      .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
      .select('a.amount_in_paise')
      .where('r.id', '=', id)
      .executeTakeFirstOrThrow();
    await payments.ownWays.confirming.confirm(CONFIRMER, id, receipt(amount));
  };
  const refund = async ({ pick }: Step, { payments }: Process, amountInPaise?: number): Promise<void> => {
    const paymentId = pickOf(await paid(), pick)?.payment_id;
    if (paymentId === undefined || paymentId === null) return;
    const settled = pick % 2 === 0 ? ({ how: 'cash', reference: '' } as const) : undefined;
    const requestKey = `own-${paymentId}-${amountInPaise ?? 'all'}-${pick % 3}`;
    await payments.admin.refund({ paymentId, adminId: OWNER, reason: 'By phone', amountInPaise, settled, requestKey });
  };
  const ifAny =
    (action: Action): Action =>
    async (...act) => {
      if ((await requests()).length > 0) await action(...act);
    };
  return {
    sendOwn: (step, process) => send(step, process, false),
    giveOwn: (step, process) => send(step, process, true),
    confirmOwn: ifAny(confirm),
    refuseOwn: ifAny(async ({ pick }, { payments }) => {
      const id = pickOf((await requests()).toReversed(), pick)?.id ?? '';
      await payments.ownWays.confirming.refuse(CONFIRMER, id, 'Not found');
    }),
    withdrawOwn: ifAny(async ({ pick }, { payments }, userId) => {
      const own = (await requests()).filter((row) => row.user_id === userId);
      const id = pickOf(own.toReversed(), pick)?.id;
      if (id !== undefined) await payments.ownWays.requests.withdraw(userId, id);
    }),
    recordOwn: async ({ pick }, { payments }, userId) => {
      const planId = planIds.get('Statistics') ?? '';
      const { priceInPaise } = (await payments.plans.find(planId)).current;
      const stated = { planId, inParts: false, way: 'upi', reference: referenceOf(pick) } as const;
      await payments.ownWays.confirming.record(CONFIRMER, userId, { ...stated, ...receipt(priceInPaise) });
    },
    refundOwn: (step, process) => refund(step, process),
    refundPartOwn: (step, process) => refund(step, process, PART_IN_PAISE),
  };
};

/** What the owner still has to pay back is paid back. */
export const payBackAll = async ({ database }: World, { payments }: Process): Promise<void> => {
  const owed = await database.db
    .selectFrom('refunds')
    .select(['provider_refund_id', 'provider_payment_id'])
    .where('provider', '=', 'offline')
    .where('status', '=', 'pending')
    .execute();
  for (const { provider_refund_id: refundId, provider_payment_id: paymentId } of owed)
    await payments.admin.payBack(paymentId, { adminId: OWNER, refundId: refundId ?? '', way: 'cash', reference: '' });
};
