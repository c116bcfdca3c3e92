import type { z } from 'zod';
import type { rights } from '#contract/access/rights.ts';
import { toInstant } from '#server/clock.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Entitlements } from '../entitlement/entitlement.ts';
import { beginsIfBought } from '../ledger/ledger.ts';
import type { Plans } from '../plans/plans.ts';

type Renewal = z.input<typeof rights.renewals.response>['renewals'][number];

/**
 * The plans of chosen courses that, bought now, begin when the user's access ends. A plan that is sold by its link only is one
 * that the user has bought.
 */
export const createRenewals =
  (
    { database: { db }, clock, settings }: BillingPlatform,
    { plans, entitlements }: { plans: Plans; entitlements: Entitlements },
  ) =>
  async (userId: string): Promise<Renewal[]> => {
    const { terms } = await entitlements.historyOf(userId);
    const known = (await plans.ofCourses()).filter(
      ({ id, isVisible }) => isVisible || terms.some(({ line }) => line === id),
    );
    if (known.length === 0) return [];
    const [now, mode, calendar] = [clock.now(), await settings.purchaseMode(), await settings.calendar()];
    const purchases = known.map(({ id, current: { opens, term } }) => ({
      line: id,
      term,
      opens: opens === 'everything' ? [] : opens.courseIds.map((scope) => ({ scope, since: 0 })),
    }));
    const begins = await beginsIfBought(db, userId, { now, mode, calendar, purchases });
    return known.flatMap(({ id: planId }, index) => {
      const begin = begins[index] ?? now;
      return begin > now ? [{ planId, startsAt: toInstant(begin) }] : [];
    });
  };
