import type { z } from 'zod';
import type { overview } from '#contract/school/overview.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { invalidField } from '#server/errors.ts';
import { messages } from '#contract/messages.ts';
import type { Platform } from '#server/platform.ts';
import { countActive } from './overview.queries.ts';
import { createThanks, type ThanksNeeds } from './thanks.ts';
import { createWeek, mondayOf, type WeekNeeds } from './week.ts';

type Response = z.input<typeof overview.read.response>;
type Figures = Omit<Response, 'success' | 'message'>;
type Sold = Awaited<ReturnType<WeekNeeds['soldBetween']>>[number];

const FIRST_SALE_MS = 7 * DAY_MS;
const FIRST_SALE_CLOSED = 'overview.first_sale_closed';
/** Ten years. */
const MAX_DAYS = 3660;

export interface OverviewNeeds extends WeekNeeds, ThanksNeeds {
  /** The first sale, unless it was before this moment. */
  firstSale: (sinceMs: number) => Promise<Omit<NonNullable<Response['firstSale']>, 'thanks'> | undefined>;
  people: { count: () => Promise<{ counts: { active: number; ending: number }; accounts: { all: number } }> };
}

export type Overview = ReturnType<typeof createOverview>;

const sumOf = (sold: readonly Sold[]) =>
  sold.reduce(
    (sum, { inPaise, sales, refunded, returnedInPaise }) => ({
      inPaise: sum.inPaise + inPaise,
      sales: sum.sales + sales,
      refunded: sum.refunded + refunded,
      returnedInPaise: sum.returnedInPaise + returnedInPaise,
    }),
    { inPaise: 0, sales: 0, refunded: 0, returnedInPaise: 0 },
  );

/** The same day of the month before; of the last day of a month, and of one that it does not have, its last one. */
const monthBefore = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfThis = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  const before = date === lastOfThis ? last : Math.min(date, last);
  return new Date(Date.UTC(year, month - 2, before)).toISOString().slice(0, 10);
};

/** The figures of the school, all of one moment. */
export const createOverview = (
  platform: Pick<Platform, 'database' | 'clock' | 'settings' | 'jobs' | 'config' | 'mailer'>,
  needs: OverviewNeeds,
) => {
  const { database, clock, settings } = platform;
  const { db } = database;
  const { soldBetween, firstSale, people } = needs;
  createWeek(platform, needs);
  const thanks = createThanks(platform, needs);

  const chosenDays = async (chosen: { from?: string | undefined; to?: string | undefined }) => {
    const today = (await settings.calendar()).dayOf(clock.now());
    const to = chosen.to ?? (chosen.from !== undefined && chosen.from > today ? chosen.from : today);
    const from = chosen.from ?? `${to.slice(0, 7)}-01`;
    if (Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS) throw invalidField('from', messages.admin.dayMissing);
    return { from, to, today };
  };

  const before = async ({ from, to }: { from: string; to: string }): Promise<Figures['before']> => {
    if (from.slice(0, 7) !== to.slice(0, 7)) return null;
    const days = { from: monthBefore(from), to: monthBefore(to) };
    const { inPaise, sales } = sumOf(await soldBetween(days));
    return sales === 0 ? null : { ...days, inPaise, sales };
  };

  /** Since Monday of this week, in the school's time zone. */
  const activeThisWeek = async (now: number): Promise<number> => {
    const calendar = await settings.calendar();
    const sinceMs = calendar.startOf(mondayOf(calendar.dayOf(now)));
    return countActive(db, { mode: await settings.purchaseMode(), now, sinceMs });
  };

  const firstSaleNow = async (now: number): Promise<Figures['firstSale']> => {
    if ((await findValue(db, FIRST_SALE_CLOSED)) !== undefined) return null;
    const sale = await firstSale(now - FIRST_SALE_MS);
    return sale ? { ...sale, thanks: await thanks.find() } : null;
  };

  return {
    read: async (
      chosen: { from?: string | undefined; to?: string | undefined },
      { isKey }: { isKey: boolean },
    ): Promise<Figures> => {
      const [days, now] = [await chosenDays(chosen), clock.now()];
      const sold = await soldBetween(days);
      const { counts, accounts } = await people.count();
      return {
        ...days,
        countedAt: toInstant(now),
        revenue: sumOf(sold),
        before: await before(days),
        accounts: accounts.all,
        withAccess: counts.active + counts.ending,
        activeThisWeek: await activeThisWeek(now),
        sold,
        firstSale: isKey ? null : await firstSaleNow(now),
      };
    },
    /** Throws `person_not_found` without a first sale. */
    thank: async (adminId: string, text: string) =>
      thanks.send(adminId, (await firstSaleNow(clock.now()))?.userId, text),
    undoThanks: thanks.undo,
    closeFirstSale: async (): Promise<void> => {
      await storeValue(db, FIRST_SALE_CLOSED, 'closed', clock.now());
    },
  };
};
