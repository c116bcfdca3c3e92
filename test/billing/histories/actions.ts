import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import type { Billing } from '#server/features/billing/billing.ts';
import { reconcilePayments } from '#server/features/billing/sync/reconcile.ts';
import { periodEndOf } from '../memory-provider/memory-records.ts';
import { ownActions } from './own-actions.ts';
import { giftActions } from './gift-actions.ts';
import { otherReasons } from './model.ts';
import { BUNDLE, COUPONS, fieldsOf, GIFT, INVOICE_TO, PLAN_NAMES } from './shop.ts';
import { type Action, pickOf, type Step } from './steps.ts';
import { OWNER, type Process, type World } from './world.ts';

const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 31 * MINUTE_MS, 13 * HOUR_MS, 2 * DAY_MS, 8 * DAY_MS, 340 * DAY_MS];
const TROUBLES = ['down', 'lost', 'refused', 'crash-before', 'crash-after'] as const;
const PART_IN_PAISE = 1000;
const ANNOUNCED = { reason: 'The exam moved', sendsNotice: true, isDryRun: false };

/** Half of the purchases are of the bundle, and half are without a coupon. */
const CHOICES = [BUNDLE, BUNDLE, ...PLAN_NAMES.filter((name) => name !== BUNDLE), BUNDLE];
const CODES = [undefined, undefined, ...Object.keys(COUPONS), undefined];

const choiceOf = ({ pick }: Step) => ({
  planName: pickOf(CHOICES, pick) ?? BUNDLE,
  code: pickOf(CODES, Math.floor(pick / CHOICES.length)),
});

/** Which webhooks were delivered, and which were lost. */
const createDelivery = ({ memory }: World) => {
  const dropped = new Set<string>();
  const delivered = new Set<string>();
  const waiting = () => memory.webhooks.filter(({ id }) => !dropped.has(id) && !delivered.has(id));
  const deliver = async (payments: Billing, id: string): Promise<void> => {
    await payments.receiveWebhook({ rawBody: Buffer.from(id), header: () => undefined });
    delivered.add(id);
  };
  return { dropped, delivered, waiting, deliver };
};

export type Delivery = ReturnType<typeof createDelivery>;

/** What owners do: no other action runs meanwhile, and none has the same time. */
const ownerActions = ({ clock, planIds, database }: World): Record<string, Action> => {
  const atATimeOfItsOwn =
    (action: Action): Action =>
    async (...act) => {
      clock.advance(1000);
      await action(...act);
      clock.advance(1000);
    };
  const change = (userId: string) => ({ adminId: OWNER, userId, reason: 'Asked by phone' });
  const dayOf = ({ pick }: Step): string =>
    Temporal.Instant.fromEpochMilliseconds(clock.now() + (1 + (pick % 400)) * DAY_MS)
      .toZonedDateTimeISO('Asia/Kolkata')
      .toPlainDate()
      .toString();
  const extensions: string[] = [];
  const actions: Record<string, Action> = {
    newVersion: async ({ pick }, { payments }) => {
      const name = pickOf(PLAN_NAMES, pick) ?? BUNDLE;
      const planId = planIds.get(name) ?? '';
      const versions = database.db.selectFrom('plan_versions').select('id').where('plan_id', '=', planId);
      await payments.admin.plans.change(planId, fieldsOf(name, (await versions.execute()).length + 1), OWNER);
    },
    grant: (step, { payments }, userId) => payments.admin.access.grant(change(userId), dayOf(step)),
    extend: ({ pick }, { payments }, userId) => payments.admin.access.extend(change(userId), 1 + (pick % 60)),
    /** Of a plan, a course or a person, by days or until a date. */
    extendMany: async ({ pick, ...step }, { payments }, userId) => {
      const planId = planIds.get(pickOf(PLAN_NAMES, pick) ?? BUNDLE) ?? '';
      const about = pickOf([{ planId }, { courseId: 'statistics' }, { userId }], Math.floor(pick / 7)) ?? { userId };
      const length = pick % 2 === 0 ? { days: 1 + (pick % 60) } : { until: dayOf({ pick, ...step }) };
      const wanted = { ...about, ...length, endedWithinDays: 90, ...ANNOUNCED };
      const { extensionId } = await payments.extensions.extend(wanted, OWNER);
      if (extensionId !== null) extensions.push(extensionId);
    },
    undoExtension: async ({ pick }, { payments }) => {
      const id = pickOf(extensions, pick);
      if (id !== undefined) await payments.extensions.undo(id, OWNER);
    },
    revoke: (_step, { payments }, userId) => payments.admin.access.revoke(change(userId)),
    grantCourse: (step, { payments }, userId) =>
      payments.admin.access.grant({ ...change(userId), courseId: 'statistics' }, dayOf(step)),
    revokeCourse: (_step, { payments }, userId) =>
      payments.admin.access.revoke({ ...change(userId), courseId: 'statistics' }),
  };
  return Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, atATimeOfItsOwn(action)]));
};

/** What happens to the money of one buyer: refunds, and renewals. */
const moneyActions = (world: World): Record<string, Action> => {
  const { memory, clock, buyers } = world;
  const own = (buyer: number) => memory.payments.filter(({ subscription }) => subscription.userId === buyers[buyer]);
  const refund = async ({ buyer, pick }: Step, { payments }: Process, amountInPaise?: number): Promise<void> => {
    const paymentId = pickOf(own(buyer), pick)?.id;
    if (paymentId === undefined) return;
    const requestKey = `key-of-${paymentId}-${amountInPaise ?? 'all'}-${pick % 3}`;
    const request = { paymentId, adminId: OWNER, reason: 'Asked by phone', amountInPaise, requestKey };
    await payments.admin.refund(request);
  };
  return {
    cancel: async ({ buyer }, { payments }, userId) => {
      const { outcome, subscription } = await payments.unsubscribe({
        id: userId,
        role: 'USER',
        sessionHash: '',
        confirmedAt: 0,
      });
      const others = await otherReasons(world, userId);
      const isTheOnlyOne = own(buyer).filter(({ status }) => status === 'captured').length === 1;
      if (outcome === 'refund_initiated' && isTheOnlyOne && !others) assert.equal(subscription.status, 'inactive');
    },
    cancelOne: async ({ buyer, pick }, { payments }, userId) => {
      const paymentId = pickOf(own(buyer), pick)?.id;
      if (paymentId !== undefined)
        await payments.unsubscribe({ id: userId, role: 'USER', sessionHash: '', confirmedAt: 0 }, paymentId);
    },
    refund: (step, process) => refund(step, process),
    refundPart: (step, process) => refund(step, process, PART_IN_PAISE),
    refundsEnd: ({ pick }) => {
      memory.state.refundsEnd = pick % 2 === 0 ? 'pending' : 'processed';
    },
    settle: ({ pick }) => {
      const pending = pickOf(
        memory.refunds.filter(({ status }) => status === 'pending'),
        pick,
      );
      if (pending) memory.settleRefund(pending, pick % 3 === 0 ? 'processed' : 'failed');
    },
    dashboard: ({ buyer, pick }) => {
      const paid = pickOf(own(buyer), pick);
      if (paid) memory.refundInDashboard(paid, pick % 3 === 0 ? 10_000 : 49_900);
    },
    renew: ({ pick }, _process, userId) => {
      const active = memory.subscriptions.filter((one) => one.userId === userId && one.status === 'active');
      const one = pickOf(active, pick);
      if (!one) return;
      clock.set(Math.max(clock.now(), periodEndOf(one) ?? 0));
      memory.renew(one);
    },
  };
};

const networkActions = (world: World, delivery: Delivery): Record<string, Action> => ({
  deliver: async ({ pick }, { payments }) => {
    const event = pickOf(delivery.waiting(), pick);
    if (event) await delivery.deliver(payments, event.id);
  },
  replay: async ({ pick }, { payments }) => {
    const event = pickOf([...delivery.delivered], pick);
    if (event !== undefined) await delivery.deliver(payments, event);
  },
  drop: ({ pick }) => {
    const event = pickOf(
      delivery.waiting().filter(({ isOnlySource }) => !isOnlySource),
      pick,
    );
    if (event) delivery.dropped.add(event.id);
  },
  forge: (_step, { payments }) => payments.receiveWebhook({ rawBody: Buffer.from('?'), header: () => undefined }),
  jobs: (_step, { jobs }) => jobs.runDue(),
  reconcile: async (_step, { jobs }) => {
    await jobs.enqueue(world.database.db, reconcilePayments, {});
    await jobs.runDue();
  },
  wait: ({ pick }) => world.clock.advance(pickOf(WAITS_MS, pick) ?? 0),
  trouble: ({ pick }) => {
    world.memory.state.trouble = pickOf(TROUBLES, pick);
  },
  die: ({ pick }) => {
    world.plan.commitsLeft = pick % 3;
  },
  ignoreKeys: () => {
    world.memory.state.ignoresKeys = true;
  },
});

/** Every action, by its name. */
export const actionsOf = (world: World) => {
  const { memory, clock, planIds, buyers } = world;
  const delivery = createDelivery(world);
  const started = buyers.map((): string[] => []);
  /** How often each buyer has changed their mind about what to buy. */
  const asked = buyers.map((): string[] => []);
  const own = (buyer: number) => memory.payments.filter(({ subscription }) => subscription.userId === buyers[buyer]);

  interface Order {
    planName: string;
    code: string | undefined;
    isGift: boolean;
  }
  let lastOrder: Order = { planName: BUNDLE, code: undefined, isGift: false };

  const order = async ({ buyer }: Step, { payments }: Process, { planName, code, isGift }: Order): Promise<void> => {
    const userId = buyers[buyer] ?? '';
    lastOrder = { planName, code, isGift };
    const known = await payments.subscriptionOf(userId);
    const isLongYet = Date.parse(known.access_until ?? '1970-01-01') - clock.now() > 31 * DAY_MS;
    const planId = planIds.get(planName) ?? '';
    const sale = `${planId} ${(await payments.plans.find(planId)).current.number} ${code} ${isGift}`;
    if (asked[buyer]?.at(-1) !== sale) asked[buyer]?.push(sale);
    const { subscriptionId, isPaid } = await payments.checkout.start(
      { id: userId, role: 'USER', sessionHash: '', confirmedAt: 0 },
      {
        planId,
        coupon: code === undefined ? undefined : { code, address: '203.0.113.7' },
        gift: isGift ? GIFT : undefined,
        ...INVOICE_TO[buyer],
      },
    );
    assert.ok(isGift || known.status !== 'active' || !isLongYet, 'a buyer with access is sold a second term');
    if (!isPaid) started[buyer]?.push(subscriptionId);
  };
  const tryToPay = (step: Step, isSuccess: boolean): void => {
    const ref = pickOf(started[step.buyer] ?? [], step.pick);
    if (ref !== undefined) memory.pay(ref, isSuccess);
  };
  const verify: Action = async ({ buyer, pick }, { payments }, userId) => {
    const paid = pickOf(
      own(buyer).filter(({ status }) => status === 'captured'),
      pick,
    );
    if (!paid) return;
    const { ref } = paid.subscription;
    const signature = pick % 7 === 0 ? 'forged' : `${paid.id}|${ref}`;
    await payments.verify(
      { id: userId, role: 'USER', sessionHash: '', confirmedAt: 0 },
      { payment: paid.id, subscription: ref, signature },
    );
  };
  const actions: Record<string, Action> = {
    subscribe: (step, process) => order(step, process, { ...choiceOf(step), isGift: false }),
    give: (step, process) => order(step, process, { ...choiceOf(step), isGift: true }),
    subscribeAgain: (step, process) => order(step, process, lastOrder),
    buyCourse: (step, process) => order(step, process, { planName: 'Statistics', code: undefined, isGift: false }),
    upgrade: (step, process) => order(step, process, { planName: BUNDLE, code: undefined, isGift: false }),
    subscribeMonthly: (step, process) => order(step, process, { planName: 'Monthly', code: undefined, isGift: false }),
    verify,
    pay: (step) => tryToPay(step, true),
    fail: (step) => tryToPay(step, false),
    late: ({ buyer, pick }) => {
      const failed = pickOf(
        own(buyer).filter(({ status }) => status === 'failed'),
        pick,
      );
      if (failed) memory.captureLate(failed);
    },
    visit: (_step, { payments }, userId) => payments.currentAccessOf(userId, 'USER'),
    ...giftActions(world),
    ...ownActions(world),
    ...moneyActions(world),
    ...networkActions(world, delivery),
    ...ownerActions(world),
  };
  return { actions, delivery, asked };
};
