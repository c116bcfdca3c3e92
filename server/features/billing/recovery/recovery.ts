import { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { Received } from '#contract/endpoint.ts';
import type { UnfinishedCheckout } from '#contract/billing/recovery.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import { DAY_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import { Failure } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { languageFor } from '#server/database/translations.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { cutPage, readCursor } from '#server/database/cursor.ts';
import type { Coupons } from '../coupons/coupons.ts';
import { namerOf, type Plans } from '../plans/plans.ts';
import type { ActiveProvider } from '../provider/provider.ts';
import { defineRecoveryText, recoveryEmail, usableCoupon } from './recovery-email.ts';
import {
  findOpenCheckout,
  findDue,
  insertEmail,
  listDue,
  listUnfinished,
  markSent,
  optIn,
  optOut,
  type UnfinishedRow,
} from './recovery.queries.ts';

const BATCH = 500;

const findUnfinished = defineJob({
  name: 'billing.find-unfinished',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: 15 * 60_000,
  waitsAfterJump: true,
  maxAttempts: 1,
});

const sendRecovery = defineJob({
  name: 'billing.send-recovery',
  lane: 'email',
  payload: z.object({ attemptId: z.string() }),
});

interface RoomsBelow {
  plans: Plans;
  coupons: Coupons;
  activeProvider: ActiveProvider;
}

type Item = z.input<typeof UnfinishedCheckout>;

const { recovery: messages } = salesMessages;
const reasons: Readonly<Record<string, string | undefined>> = messages.reasons;

const reasonOf = (row: UnfinishedRow): string => {
  if (row.failed_payment_id !== null) return reasons[row.failure_reason ?? ''] ?? row.failure ?? messages.unknownReason;
  if (row.subscription_ref === null) return messages.notStarted;
  return row.window_opened_at === null ? messages.windowClosed : messages.left;
};

const toItem = (row: UnfinishedRow & { has_opted_out: number | boolean }): Item => ({
  _id: row.id,
  state: row.failed_payment_id !== null || row.subscription_ref === null ? 'failed' : 'abandoned',
  buyer: { _id: row.user_id, fullName: row.full_name, email: row.email },
  planName: row.plan_name,
  amountInPaise: row.amount_in_paise,
  couponCode: row.coupon_code,
  isGift: row.gift_id !== null,
  startedAt: toInstant(row.created_at),
  reason: reasonOf(row),
  emailSentAt: toInstantOrNull(row.sent_at),
  hasOptedOut: Boolean(row.has_opted_out),
});

/** Handles the jobs that email buyers about checkouts that they did not finish, while the school wants it. */
const runRecovery = (platform: BillingPlatform, { plans, coupons, activeProvider }: RoomsBelow): void => {
  const { database, jobs, clock, settings, mailer } = platform;
  const { db } = database;
  defineRecoveryText(mailer.texts);

  const isOn = async (): Promise<boolean> =>
    (await settings.email()).sendsRecovery && (await activeProvider.selling()).isOn;

  jobs.handle(findUnfinished, async () => {
    if (!(await isOn())) return;
    const due = await listDue(db, await settings.purchaseMode(), clock.now(), BATCH);
    const found = due.map((attemptId) => ({ id: `${sendRecovery.name}:${attemptId}`, payload: { attemptId } }));
    await jobs.enqueueAll(db, sendRecovery, found);
  });

  const isSold = async (planId: string): Promise<boolean> =>
    plans.find(planId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure) return false;
        throw error;
      },
    );

  /** A payment of the buyer is recorded under the same lock: before, so that there is no email, or after the decision. */
  const decide = (attemptId: string, userId: string) =>
    database.transaction(async (tx) => {
      await lockUsers(tx, [userId]);
      const row = await findDue(tx, attemptId, await settings.purchaseMode(tx), clock.now());
      return row && { row, token: await insertEmail(tx, { attemptId, userId, now: clock.now() }) };
    });

  jobs.handle(sendRecovery, async ({ attemptId }, { id }) => {
    const begun = (await isOn()) ? await findOpenCheckout(db, attemptId) : undefined;
    if (!begun || !(await isSold(begun.plan_id))) return;
    const decided = await decide(attemptId, begun.user_id);
    if (!decided) return;
    const { row, token } = decided;
    const couponCode = await usableCoupon({ plans, coupons }, row);
    const { brandName } = await settings.school();
    const nameOf = await namerOf(db, [row], await languageFor(platform, { id: row.user_id }));
    const named = { ...row, plan_name: nameOf(row) };
    await mailer.deliver(id, recoveryEmail(named, { token, brandName, couponCode }));
    await database.transaction(async (tx) => {
      const now = clock.now();
      await markSent(tx, attemptId, now);
      const about = { source: { kind: 'reminders' }, userId: row.user_id, attemptId } as const;
      await recordAudit(tx, { at: now, ...about, kind: 'recovery_sent', detail: {} });
    });
  });
};

/** Checkouts that failed or were abandoned, and the one email that each may bring. */
export const createRecovery = (platform: BillingPlatform, below: RoomsBelow) => {
  const { database, clock, settings } = platform;
  const { db } = database;
  runRecovery(platform, below);

  return {
    /** One page of the checkouts of the last days, newest first. */
    list: async ({ state, days, limit, cursor }: Received<typeof api.recovery.list>['query']) => {
      const now = clock.now();
      const filter = { mode: await settings.purchaseMode(), now, since: now - days * DAY_MS, state };
      const rows = await listUnfinished(db, { ...filter, after: readCursor(cursor) }, limit + 1);
      const { page, nextCursor } = cutPage(rows, limit, (row) => row.created_at);
      return { checkouts: page.map(toItem), nextCursor };
    },

    /** Stops these emails for the buyer of a link; returns whether it exists. */
    optOut: (token: string): Promise<boolean> => optOut(db, token, clock.now()),
    /** Takes that back; returns whether the link exists. */
    optIn: (token: string): Promise<boolean> => optIn(db, token),
  };
};
