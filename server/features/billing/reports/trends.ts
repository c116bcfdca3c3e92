import { DAY_MS } from '#server/clock.ts';
import type { api } from '#contract/api.ts';
import type { Received, Result } from '#contract/endpoint.ts';
import type { Platform } from '#server/platform.ts';
import { ALL_DAYS, daysBefore, daysOfYear, PREFIX_LENGTHS, monthBefore, periodsOf } from './periods.ts';
import { type DaySums, NO_SALES } from './reports.queries.ts';
import { salesOfYear, type Sold } from './sales-of-courses.ts';
import { countCheckouts, countEndedAccess, sumDays, sumPeriods } from './trends.queries.ts';

const MEMBER_MONTHS = 6;
const CHECKOUT_DAYS = 30;

type Report<Name extends keyof typeof api.reports> = Omit<Result<(typeof api.reports)[Name]>, 'message'>;

const toRevenue = (sums: DaySums) => ({
  grossInPaise: sums.gross_in_paise,
  refundedInPaise: sums.refunded_in_paise,
  lostInPaise: sums.lost_in_paise,
  feesInPaise: sums.fees_in_paise,
  netInPaise: sums.gross_in_paise - sums.refunded_in_paise - sums.lost_in_paise - sums.fees_in_paise,
});

const toRefunds = ({ payments, with_refund: refunded, refunded_in_paise: refundedInPaise }: DaySums) => ({
  payments,
  refunded,
  refundedInPaise,
});

const toSales = ({ id, returnedInPaise, ...sold }: Sold) => ({
  _id: id,
  ...sold,
  returnedInPaise,
  netInPaise: sold.grossInPaise - returnedInPaise,
});

/** Trends of the current mode, from the daily sales. */
export const createTrends = ({
  database: { db },
  clock,
  settings,
}: Pick<Platform, 'database' | 'clock'> & { settings: Pick<Platform['settings'], 'calendar' | 'purchaseMode'> }) => {
  const present = async () => {
    const calendar = await settings.calendar();
    const now = clock.now();
    const today = calendar.dayOf(now);
    return { mode: await settings.purchaseMode(), calendar, now, today, thisYear: Number(today.slice(0, 4)) };
  };

  return {
    revenue: async ({
      per,
      year: wanted,
      compareWith,
    }: Received<typeof api.reports.revenue>['query']): Promise<Report<'revenue'>> => {
      const { mode, today, thisYear } = await present();
      const year = wanted ?? thisYear;
      const byYear = await sumPeriods(db, mode, ALL_DAYS, PREFIX_LENGTHS.year);
      const years = [...new Set([...byYear.keys().map(Number), thisYear])].toSorted((a, b) => b - a);
      const pointsOf = async (which: number) => {
        const periods = per === 'year' ? years.map(String).toReversed() : periodsOf(which, per, today);
        const known = per === 'year' ? byYear : await sumPeriods(db, mode, daysOfYear(which), PREFIX_LENGTHS[per]);
        return periods.map((period) => ({ period, ...toRevenue(known.get(period) ?? NO_SALES) }));
      };
      const comparedWith = async (other: number) => {
        const sameDays = daysOfYear(other, year === thisYear ? today.slice(5) : undefined);
        const points = await pointsOf(other);
        return { year: other, points, sameDays: toRevenue(await sumDays(db, mode, sameDays)) };
      };
      const total = byYear.get(String(year)) ?? NO_SALES;
      return {
        year,
        total: toRevenue(total),
        paymentsWithoutFee: total.without_fee,
        points: await pointsOf(year),
        comparison: compareWith === undefined ? null : await comparedWith(compareWith),
        years,
      };
    },

    sales: async ({ year: wanted }: { year?: number | undefined }): Promise<Report<'sales'>> => {
      const { mode, calendar, thisYear } = await present();
      const year = wanted ?? thisYear;
      const { plans, courses } = await salesOfYear(db, { mode, year, calendar });
      return { year, plans: plans.map(toSales), courses: courses.map(toSales) };
    },

    members: async (): Promise<Report<'members'>> => {
      const { mode, calendar, now, today } = await present();
      const months = Array.from({ length: MEMBER_MONTHS }, (_, index) => monthBefore(today, MEMBER_MONTHS - 1 - index));
      const starts = months.map((day) => calendar.startOf(day));
      const spans = starts.map((from, index) => ({ from, to: starts[index + 1] ?? now }));
      const left = await countEndedAccess(db, mode, spans);
      const known = await sumPeriods(db, mode, { from: months[0] ?? '', to: today }, PREFIX_LENGTHS.month);
      return {
        months: months.map((day, index) => {
          const { joined, renewed } = known.get(day.slice(0, 7)) ?? NO_SALES;
          return { month: day.slice(0, 7), joined, renewed, left: left[index] ?? 0 };
        }),
      };
    },

    refunds: async ({ year: wanted }: { year?: number | undefined }): Promise<Report<'refunds'>> => {
      const { mode, today, thisYear } = await present();
      const year = wanted ?? thisYear;
      const byMonth = await sumPeriods(db, mode, daysOfYear(year), PREFIX_LENGTHS.month);
      const months = periodsOf(year, 'month', today).map((month) => ({
        month,
        ...toRefunds(byMonth.get(month) ?? NO_SALES),
      }));
      const total = toRefunds(await sumDays(db, mode, daysOfYear(year)));
      return { year, total, months, yearBefore: toRefunds(await sumDays(db, mode, daysOfYear(year - 1))) };
    },

    checkout: async (): Promise<Report<'checkout'>> => {
      const { mode, calendar, now } = await present();
      const counts = async (daysAgo: number) => {
        const days = daysBefore(calendar, now - daysAgo * DAY_MS, CHECKOUT_DAYS);
        const span = { from: calendar.startOf(days.from), to: calendar.endOf(days.to) + 1 };
        const { from_checkout: paid } = await sumDays(db, mode, days);
        return { ...(await countCheckouts(db, mode, span)), paid };
      };
      return { days: CHECKOUT_DAYS, counts: await counts(0), before: await counts(CHECKOUT_DAYS) };
    },
  };
};
